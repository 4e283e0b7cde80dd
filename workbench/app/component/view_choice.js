// @ts-check
// Stages or chat, plain or technical words: habits.

import { keepHabit, keptHabit } from "./preferences.js";

export const VIEWS = [["stages", "Stages"], ["chat", "Chat"]];

/** @returns {string | null} */
export function keptView() {
  const kept = keptHabit("view");
  return VIEWS.some(([name]) => name === kept) ? kept : null;
}

/** @param {string} view */
export function keepView(view) {
  keepHabit("view", view);
}

export function keptTechnical() {
  return keptHabit("technical") === "yes";
}

/** @param {boolean} technical */
export function keepTechnical(technical) {
  keepHabit("technical", technical ? "yes" : "no");
}
