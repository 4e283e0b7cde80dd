// @ts-check
// The widths of the columns. The browser remembers changes.

import { savePreference, savedPreference } from "./preferences.js";

export const WIDTHS = { file: 1.15, internal: 1.25, converted: 1.4, response: 1, back: 1 };

export function savedWidths() {
  try {
    const kept = Object.entries(JSON.parse(savedPreference("widths") || "{}") || {});
    return Object.fromEntries(kept.filter(([, share]) => share >= 0.4 && share <= 4));
  } catch {
    return {};
  }
}

export function saveWidths(widths) {
  savePreference("widths", JSON.stringify(widths));
}
