// @ts-check
// How wide the columns are. What a person made of them is a habit.

import { keepHabit, keptHabit } from "./preferences.js";

export const WIDTHS = { file: 1.15, internal: 1.25, converted: 1.4, response: 1, back: 1 };

export function keptWidths() {
  try {
    const kept = Object.entries(JSON.parse(keptHabit("widths") || "{}") || {});
    return Object.fromEntries(kept.filter(([, share]) => share >= 0.4 && share <= 4));
  } catch {
    return {};
  }
}

export function keepWidths(widths) {
  keepHabit("widths", JSON.stringify(widths));
}
