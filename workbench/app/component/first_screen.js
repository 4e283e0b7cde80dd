// @ts-check
// The first screen: Ctrl+Enter in the box opens what was pasted, and files can be dropped anywhere on the page.

/** @type {FileList | null} */
let dropped = null;
/** @type {() => void} */
let leave = () => {};
let listening = false;

export function openWithKeys() {
  if (listening) return;
  listening = true;
  document.addEventListener("keydown", (event) => {
    const field = event.composedPath()[0];
    const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (!sends || !(field instanceof HTMLTextAreaElement) || !field.closest(".st-key-paste")) return;
    // Streamlit takes the text over at the same key; the button follows it.
    setTimeout(() => {
      const button = document.querySelector(".st-key-open button");
      if (button instanceof HTMLElement) button.click();
    }, 0);
  });
}

let dropping = false;

/** Files dropped anywhere are opened. `goHome` leads to the first screen, which alone takes files. @param {() => void} goHome */
export function openDropped(goHome) {
  leave = goHome;
  if (dropping) return;
  dropping = true;
  const carriesFiles = (/** @type {DragEvent} */ event) => !!event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  // Streamlit's own field takes what is dropped on it.
  const elsewhere = (/** @type {DragEvent} */ event) => carriesFiles(event) && !(event.target instanceof Element && event.target.closest("[data-testid=stFileUploaderDropzone]"));
  document.addEventListener("dragover", (event) => {
    if (elsewhere(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!elsewhere(event)) return;
    event.preventDefault();
    dropped = event.dataTransfer?.files || null;
    if (!handOver()) leave();
  });
  // The field is drawn after the conversation is left.
  new MutationObserver(() => dropped && handOver()).observe(document.body, { childList: true, subtree: true });
}

/** Gives the dropped files to the field that opens them; whether it is there. */
function handOver() {
  const field = document.querySelector("[data-testid=stFileUploader] input[type=file]");
  if (!(field instanceof HTMLInputElement) || !dropped) return false;
  field.files = dropped;
  dropped = null;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}
