import { say } from "./message.js";
import { element } from "./page.js";

/** The console's pages: each is a section of that id at the address `#/<id>`. */
const views = {
  playground: "Playground",
  keys: "API keys",
  "signing-keys": "Signing keys",
  passkeys: "Passkeys",
  sessions: "Sessions",
};

/** @typedef {keyof typeof views} ViewName */

/** @type {Partial<Record<ViewName, () => void>>} */
const openers = {};
let signedIn = false;

/**
 * Says what fills a view, each time it is opened.
 * @param {ViewName} name
 * @param {() => void} open
 */
export function onOpen(name, open) {
  openers[name] = open;
}

/** @returns {ViewName} the view that the address names; the playground where it names none */
export function currentView() {
  const name = location.hash.replace(/^#\//, "");
  return Object.hasOwn(views, name) ? /** @type {ViewName} */ (name) : "playground";
}

/**
 * Shows the views to those who are signed in, and the front page to all others.
 * @param {boolean} value
 */
export function setSignedIn(value) {
  signedIn = value;
  element("signed-in").hidden = !value;
  element("signed-out").hidden = value;
  element("navigation").hidden = !value;
  element("account").hidden = !value;
  showView();
}

/** Puts the keyboard's focus on the heading of what is shown, where it is read aloud. */
export function focusHeading() {
  element(signedIn ? `${currentView()}-title` : "sign-in-title").focus();
}

/** Follows the address, the browser's buttons included. */
export function wireRouter() {
  addEventListener("hashchange", () => {
    // A link within the page is no other view.
    if (!signedIn || !/^(#\/|$)/.test(location.hash)) return;
    say("");
    showView();
    focusHeading();
    scrollTo(0, 0);
  });
  element("skip").addEventListener("click", (event) => {
    // The address names the view, so it must stay.
    event.preventDefault();
    element("main").focus();
  });
}

function showView() {
  const current = currentView();
  document.title = signedIn ? `${views[current]} · Placard` : "Placard · Open Graph images";
  for (const name of Object.keys(views)) element(name).hidden = name !== current;
  for (const link of element("navigation").querySelectorAll("a")) {
    if (link.hash === `#/${current}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  if (signedIn) openers[current]?.();
}
