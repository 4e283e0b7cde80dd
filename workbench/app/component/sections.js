// @ts-check
// A section below the table that Streamlit draws after this component: brought into sight once it is complete.

const APP = "[data-testid=stApp]";
const STATE = "data-test-script-state";

const SETTLED = 400;
const INPUTS = ["wheel", "pointerdown", "keydown", "input"];

/** @param {string} selector */
export function showWhenDrawn(selector) {
  const app = document.querySelector(APP);
  if (!app) return;
  let settled = 0;
  const stop = () => {
    clearTimeout(settled);
    observer.disconnect();
    for (const event of INPUTS) window.removeEventListener(event, stop, true);
  };
  // the script can be at rest before the section is in the page, so it is looked for until nothing changes any more
  const show = () => {
    document.querySelector(selector)?.scrollIntoView({ block: "nearest" });
    clearTimeout(settled);
    if (app.getAttribute(STATE) === "notRunning") settled = setTimeout(stop, SETTLED);
  };
  const observer = new MutationObserver(show);
  observer.observe(app, { attributes: true, attributeFilter: [STATE], childList: true, subtree: true });
  // what the user does next must not move under the pointer
  for (const event of INPUTS) window.addEventListener(event, stop, { capture: true, passive: true });
  show();
}
