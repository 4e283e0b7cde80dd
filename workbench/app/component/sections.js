// @ts-check
// Scroll to a section below the table, which Streamlit draws after this component, once it is complete.

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
  // The script can be finished before the section is in the page, so wait until nothing changes any more.
  const show = () => {
    document.querySelector(selector)?.scrollIntoView({ block: "nearest" });
    clearTimeout(settled);
    if (app.getAttribute(STATE) === "notRunning") settled = setTimeout(stop, SETTLED);
  };
  const observer = new MutationObserver(show);
  observer.observe(app, { attributes: true, attributeFilter: [STATE], childList: true, subtree: true });
  // Stop when the user does something else, so that nothing moves under the pointer.
  for (const event of INPUTS) window.addEventListener(event, stop, { capture: true, passive: true });
  show();
}
