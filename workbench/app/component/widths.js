// @ts-check
// How wide the columns are. What a person made of them is a habit, kept by the browser where that is allowed.

export const WIDTHS = { internal: 1.25, converted: 1.4, response: 1, back: 1 };
const KEPT = "workbench-widths";

export function keptWidths() {
  try {
    const kept = Object.entries(JSON.parse(window.localStorage.getItem(KEPT)) || {});
    return Object.fromEntries(kept.filter(([, share]) => share >= 0.4 && share <= 4));
  } catch {
    return {};
  }
}

export function keepWidths(widths) {
  try {
    window.localStorage.setItem(KEPT, JSON.stringify(widths));
  } catch {
    // a browser that keeps nothing
  }
}
