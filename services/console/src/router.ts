import { getElement } from "./elements.ts";
import { showMessage } from "./message.ts";

/** The titles of the console's views. Each view is the section with that id, at the address `#/<id>`. */
const views = {
  playground: "Playground",
  templates: "Templates",
  images: "Images",
  check: "Check a page",
  brand: "Brand",
  sites: "Sites",
  keys: "API keys",
  "signing-keys": "Signing keys",
  webhooks: "Webhooks",
  passkeys: "Passkeys",
  sessions: "Sessions",
  account: "Account",
};

export type ViewName = keyof typeof views;

interface ViewListener {
  /** Called each time the view is opened, with the rest of the address: `#/templates/<rest>`. */
  open: (rest: string) => void;
  /** Called when the view is left. */
  close?: () => void;
}

const listeners: Partial<Record<ViewName, ViewListener>> = {};
let shownView: ViewName | undefined;
let isSignedIn = false;

/** Registers what happens each time a view is opened, and when it is left. */
export function onOpen(name: ViewName, listener: ViewListener | ViewListener["open"]) {
  listeners[name] = typeof listener === "function" ? { open: listener } : listener;
}

/** @returns the view in the address, by default the playground */
export function currentView(): ViewName {
  const [name = ""] = readAddress();
  return Object.hasOwn(views, name) ? (name as ViewName) : "playground";
}

/** Shows the current view if the user is signed in, and the front page otherwise. */
export function setSignedIn(value: boolean) {
  isSignedIn = value;
  getElement("signed-in").hidden = !value;
  getElement("signed-out").hidden = value;
  getElement("navigation").hidden = !value;
  getElement("user").hidden = !value;
  showView();
}

/** Moves the focus to the heading of the current view, so that screen readers announce it. */
export function focusHeading() {
  getElement(isSignedIn ? `${currentView()}-title` : "sign-in-title").focus();
}

/** Shows the view in the address whenever the address changes. */
export function setUpRouter() {
  addEventListener("hashchange", () => {
    // Ignores links to anchors within a view.
    if (!isSignedIn || !/^(#\/|$)/.test(location.hash)) return;
    showMessage("");
    showView();
    focusHeading();
    scrollTo(0, 0);
  });
  getElement("skip").addEventListener("click", (event) => {
    // Following the link would replace the view's name in the address.
    event.preventDefault();
    getElement("main").focus();
  });
}

function showView() {
  const current = currentView();
  document.title = isSignedIn ? `${views[current]} · Placard` : "Placard · Open Graph images";
  for (const name of Object.keys(views)) getElement(name).hidden = name !== current;
  const navigation = getElement("navigation");
  for (const link of navigation.querySelectorAll("a")) {
    if (link.hash === `#/${current}`) {
      link.setAttribute("aria-current", "page");
      // On a narrow window, the navigation is a row that scrolls.
      navigation.scrollLeft = link.offsetLeft - (navigation.clientWidth - link.offsetWidth) / 2;
    } else link.removeAttribute("aria-current");
  }
  if (shownView !== undefined) listeners[shownView]?.close?.();
  shownView = isSignedIn ? current : undefined;
  if (isSignedIn) listeners[current]?.open(readAddress().slice(1).join("/"));
}

function readAddress(): string[] {
  return location.hash.replace(/^#\//, "").split("/");
}
