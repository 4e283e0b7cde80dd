// @ts-check
// The first screen: Ctrl+Enter in the box opens what was pasted.

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
