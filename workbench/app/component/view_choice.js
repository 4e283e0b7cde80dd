// @ts-check
// Stages or chat: a habit, kept by the browser where that is allowed.

const KEPT_VIEW = "workbench-view";
export const VIEWS = [["stages", "Stages"], ["chat", "Chat"]];

/** @returns {string | null} */
export function keptView() {
  try {
    const kept = window.localStorage.getItem(KEPT_VIEW);
    return VIEWS.some(([name]) => name === kept) ? kept : null;
  } catch {
    return null;
  }
}

/** @param {string} view */
export function keepView(view) {
  try {
    window.localStorage.setItem(KEPT_VIEW, view);
  } catch {
    // a browser that keeps nothing
  }
}
