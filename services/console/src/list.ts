import { PlacardError } from "@placard/client";
import { load, onClick } from "./actions.ts";
import { createElement, getElement } from "./elements.ts";
import { describeError } from "./message.ts";

/** A button of an entry. */
interface Action {
  label: string;
  accessibleName: string;
  run: () => Promise<void>;
  /** What to do first; the button is disabled meanwhile. */
  requirement?: string | undefined;
}

/** One entry of a list. */
export interface Item {
  title: string;
  badge?: string;
  facts: readonly (Node | string)[];
  actions: readonly Action[];
}

/** The latest load of each list; aborted when another one starts, or the list is shown. */
const loads = new WeakMap<HTMLElement, AbortController>();

/**
 * Loads a list. If that fails, the error is shown above the list with a button that tries again; so does the browser when it
 * is online again.
 * @param name completes "Could not load …."
 */
export async function loadList(list: HTMLElement, name: string, loadItems: () => Promise<void>) {
  loads.get(list)?.abort();
  const controller = new AbortController();
  loads.set(list, controller);
  await load(async () => {
    try {
      await loadItems();
    } catch (error) {
      if (error instanceof PlacardError && error.code === "unauthorized") throw error;
      if (controller.signal.aborted) return;
      const failure = createFailure(name, error, controller.signal, () => loadList(list, name, loadItems));
      list.before(failure);
    }
  });
}

function createFailure(name: string, error: unknown, signal: AbortSignal, tryAgain: () => Promise<void>) {
  const button = createElement("button", { type: "button", className: "secondary" }, "Try again");
  const failure = createElement(
    "div",
    { className: "list-failure", role: "alert" },
    createElement("p", {}, createElement("strong", {}, `Could not load ${name}.`)),
    ...describeError(error),
    button,
  );
  button.addEventListener("click", () => {
    getElement("main").focus();
    void tryAgain();
  });
  // A view that is not shown loads its list when it is opened.
  const onOnline = () => {
    if (!failure.closest("[hidden]")) void tryAgain();
  };
  addEventListener("online", onOnline, { signal });
  signal.addEventListener("abort", () => failure.remove());
  return failure;
}

/**
 * Shows the items of a list, and hides an empty list.
 * @param id the id of the list
 */
export function showList(id: string, items: readonly Item[]) {
  const list = getElement(id);
  loads.get(list)?.abort();
  list.replaceChildren(...items.map(createListItem));
  list.hidden = items.length === 0;
}

export function createListItem({ title, badge, facts, actions }: Item): HTMLLIElement {
  const heading = createElement("p", {}, createElement("strong", {}, title));
  if (badge) heading.append(" ", createElement("span", { className: "badge" }, badge));
  const details = createElement("p", { className: "facts" });
  details.append(...facts.map((fact) => createElement("span", {}, fact)));
  const buttons = actions.map(createActionButton);
  const requirements = actions.flatMap(({ requirement }) => requirement ?? []);
  return createElement(
    "li",
    {},
    createElement("div", {}, heading, details),
    buttons.length > 0 && createElement("div", { className: "buttons" }, ...buttons),
    ...requirements.map((text) => createElement("p", { className: "hint requirement" }, text)),
  );
}

function createActionButton({ label, accessibleName, run, requirement }: Action) {
  const button = createElement(
    "button",
    {
      type: "button",
      className: "secondary",
      disabled: requirement !== undefined,
      "aria-label": accessibleName,
      "aria-description": requirement,
    },
    label,
  );
  onClick(button, run);
  return button;
}
