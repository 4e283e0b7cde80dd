// @ts-check
// A batch is shown at the same place again when the user returns to it: the page and its table are scrolled as before.

const PLACE_PAGE = "[data-testid=stMain]", PLACE_TABLE = ".st-key-triage .dvn-scroller";
const USER_MOVES = ["wheel", "pointerdown", "keydown"];

/** Batch → how far each part was scrolled. */
const PLACES = new Map();
let placesWatched = false;

// The batch in the address, or null on other pages.
export function batchIn(address) {
  return address.pathname.endsWith("/triage") ? new URLSearchParams(address.search).get("batch") : null;
}

// Whether all parts have arrived. A part that is still too short is scrolled as far as it goes.
export function scrollParts(parts, wanted) {
  return Object.entries(wanted).every(([name, top]) => {
    const part = parts[name];
    if (!part) return false;
    if (Math.abs(part.scrollTop - top) > 1) part.scrollTop = top;
    return Math.abs(part.scrollTop - top) <= 1;
  });
}

const placeParts = () => ({ table: document.querySelector(PLACE_TABLE), page: document.querySelector(PLACE_PAGE) });

function rememberPlace() {
  const batch = batchIn(location), { table, page } = placeParts();
  if (batch && table && page) PLACES.set(batch, { table: table.scrollTop, page: page.scrollTop });
}

// Scroll as the parts are drawn, until they are where they were or the user moves.
function restorePlace() {
  const wanted = PLACES.get(batchIn(location)), { page } = placeParts();
  if (!wanted || !page) return;
  const observer = new MutationObserver(() => scrollParts(placeParts(), wanted) && end());
  const end = () => {
    observer.disconnect();
    for (const name of USER_MOVES) removeEventListener(name, end, true);
  };
  for (const name of USER_MOVES) addEventListener(name, end, true);
  observer.observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ["style"] });
}

// Called when the bar of a page is drawn for the first time.
export function keepPlace() {
  if (!placesWatched) addEventListener("scroll", rememberPlace, { capture: true, passive: true });
  placesWatched = true;
  restorePlace();
}
