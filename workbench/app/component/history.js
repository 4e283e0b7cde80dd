// What the back button does.

// Streamlit writes every change of the URL as another page. A step inside one conversation is none: the back button
// leads out of the conversation, not from message to message.
const LEADS = ["c", "sample", "target", "format"];

function keepHistoryShort() {
  if (window.history.workbench) return;
  window.history.workbench = true;
  const push = window.history.pushState.bind(window.history);
  window.history.pushState = (state, title, url) => {
    const [here, there] = [new URL(window.location.href), new URL(url ?? "", window.location.href)];
    const inside = here.pathname === there.pathname && LEADS.every((name) => here.searchParams.get(name) === there.searchParams.get(name));
    if (inside) window.history.replaceState(state, title, url);
    else push(state, title, url);
  };
}
