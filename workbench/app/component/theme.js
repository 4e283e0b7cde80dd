// @ts-check
// Light or dark theme, following Streamlit's background colour.

/** @param {HTMLElement} root */
export function paintTheme(root) {
  const style = getComputedStyle(root);
  const ground = style.getPropertyValue("--st-background-color").trim() || style.backgroundColor;
  const numbers = ground.startsWith("#") ? [1, 3, 5].map((at) => parseInt(ground.slice(at, at + 2), 16)) : (ground.match(/[\d.]+/g) || [255]).slice(0, 3).map(Number);
  root.dataset.theme = numbers.reduce((sum, value) => sum + value, 0) / numbers.length < 128 ? "dark" : "light";
}
