import { onClick } from "../actions.js";
import { createFragment, getElement } from "../elements.js";
import { createListItem } from "../list.js";
import { account } from "../session.js";
import { createTime } from "../times.js";
import { describeEvent } from "./event-texts.js";
import { describeUserAgent } from "./user-agent.js";

/** @typedef {import("./names.js").Names} Names */

const pageSize = 10;

/** @type {Names} */
let currentNames = new Map();
/** @type {string | null} */
let nextCursor = null;

/** Sets up the button that shows older events. */
export function setUpEvents() {
  onClick(getElement("more-events"), async () => {
    const list = getElement("event-list");
    const shownCount = list.childElementCount;
    list.append(...(await loadPage()));
    // The button may be gone: the focus moves to the first new event.
    /** @type {HTMLElement | undefined} */ (list.children[shownCount])?.focus();
  });
}

/**
 * Shows the newest events.
 * @param {Names} names
 */
export async function showEvents(names) {
  currentNames = names;
  nextCursor = null;
  getElement("event-list").replaceChildren(...(await loadPage()));
}

/** Removes the events from the page. */
export function clearEvents() {
  getElement("event-list").replaceChildren();
  getElement("more-events").hidden = true;
}

/** Loads the next page of events as list items. */
async function loadPage() {
  const { data } = await account.listAccountEvents({
    limit: pageSize,
    ...(nextCursor && { cursor: nextCursor }),
  });
  nextCursor = data.nextCursor;
  getElement("more-events").hidden = nextCursor === null;
  return data.events.map((event) => {
    const item = createListItem({
      title: describeEvent(event, currentNames),
      facts: [
        createFragment(createTime(event.at)),
        ...(event.userAgent ? [describeUserAgent(event.userAgent)] : []),
        ...(event.address ? [`from ${event.address}`] : []),
      ],
      actions: [],
    });
    item.tabIndex = -1;
    return item;
  });
}
