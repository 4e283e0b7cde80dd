// @ts-check
// Preferences: stages or chat, plain or technical texts.

import { savePreference, savedPreference } from "./preferences.js";

export const VIEWS = [["stages", "Stages"], ["chat", "Chat"]];

/** @returns {string | null} */
export function savedView() {
  const kept = savedPreference("view");
  return VIEWS.some(([name]) => name === kept) ? kept : null;
}

/** @param {string} view */
export function saveView(view) {
  savePreference("view", view);
}

export function savedTechnical() {
  return savedPreference("technical") === "yes";
}

/** @param {boolean} technical */
export function saveTechnical(technical) {
  savePreference("technical", technical ? "yes" : "no");
}
