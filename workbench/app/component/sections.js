// @ts-check
// A section below the table that Streamlit draws after this component: brought into sight once it is complete.

const APP = "[data-testid=stApp]";
const STATE = "data-test-script-state";

/** @param {string} selector */
export function showWhenDrawn(selector) {
  const app = document.querySelector(APP);
  if (!app) return;
  const show = () => document.querySelector(selector)?.scrollIntoView({ block: "nearest" });
  const observer = new MutationObserver(() => {
    show();
    if (app.getAttribute(STATE) === "notRunning") observer.disconnect();
  });
  observer.observe(app, { attributes: true, attributeFilter: [STATE], childList: true, subtree: true });
  window.addEventListener("wheel", () => observer.disconnect(), { once: true, passive: true });
}
