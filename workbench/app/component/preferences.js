// @ts-check
// What a person chose once holds the next time: kept by the browser where that is allowed.

/** @param {string} name @returns {string | null} */
export function keptHabit(name) {
  try {
    return window.localStorage.getItem("workbench-" + name);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function keepHabit(name, value) {
  try {
    window.localStorage.setItem("workbench-" + name, value);
  } catch {
    // a browser that keeps nothing
  }
}
