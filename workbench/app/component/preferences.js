// @ts-check
// Preferences that the browser remembers, if it allows that.

/** @param {string} name @returns {string | null} */
export function savedPreference(name) {
  try {
    return window.localStorage.getItem("workbench-" + name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function savePreference(name, value) {
  try {
    window.localStorage.setItem("workbench-" + name, value);
  } catch {
    // the browser does not allow storage
  }
}
