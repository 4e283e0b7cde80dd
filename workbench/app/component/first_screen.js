// @ts-check
// The first screen: Ctrl+Enter in the box opens the pasted text, and files can be dropped anywhere on the page.

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
    // Streamlit accepts the text on the same key, so the click must come after it.
    setTimeout(() => {
      const button = document.querySelector(".st-key-open button");
      if (button instanceof HTMLElement) button.click();
    }, 0);
  });
}

// Streamlit accepts typed text when its field loses the focus. A file that is dragged here leaves the focus there, and an
// error that was pasted for it would be lost. It must be accepted before the file: Streamlit forgets a file that it
// receives while it accepts a text.
function acceptTyped() {
  const field = document.activeElement;
  if (field instanceof HTMLTextAreaElement && field.closest(".st-key-paste")) field.blur();
}

let dropping = false;

/** Open files that are dropped anywhere. `goHome` opens the first screen, which has the only file field. @param {() => void} goHome */
export function openDropped(goHome) {
  leave = goHome;
  if (dropping) return;
  dropping = true;
  const carriesFiles = (/** @type {DragEvent} */ event) => !!event.dataTransfer && [...event.dataTransfer.types].includes("Files");
  // Streamlit's own field handles files that are dropped on it.
  const elsewhere = (/** @type {DragEvent} */ event) => carriesFiles(event) && !(event.target instanceof Element && event.target.closest("[data-testid=stFileUploaderDropzone]"));
  document.addEventListener("dragenter", (event) => {
    if (carriesFiles(event)) acceptTyped();
  });
  document.addEventListener("dragover", (event) => {
    if (elsewhere(event)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (!elsewhere(event)) return;
    event.preventDefault();
    dropped = event.dataTransfer?.files || null;
    if (!passToField()) leave();
  });
  // The field only exists after the conversation was closed.
  new MutationObserver(() => dropped && passToField()).observe(document.body, { childList: true, subtree: true });
}

/** Give the dropped files to the file field. Return whether the field exists. */
function passToField() {
  const field = document.querySelector("[data-testid=stFileUploader] input[type=file]");
  if (!(field instanceof HTMLInputElement) || !dropped) return false;
  field.files = dropped;
  dropped = null;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return true;
}
