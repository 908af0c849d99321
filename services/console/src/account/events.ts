import { describeUserAgent } from "@placard/contracts/user-agent";
import type { Names } from "./names.ts";
import { onClick } from "../actions.ts";
import { createFragment, getElement } from "../elements.ts";
import { createListItem } from "../list.ts";
import { account } from "../session.ts";
import { createTime } from "../times.ts";
import { describeEvent } from "./event-texts.ts";

const pageSize = 10;

let currentNames: Names = new Map();
let nextCursor: string | null = null;

/** Sets up the button that shows older events. */
export function setUpEvents() {
  onClick(getElement("more-events"), async () => {
    const list = getElement("event-list");
    const shownCount = list.childElementCount;
    list.append(...(await loadPage()));
    // The button may be gone: the focus moves to the first new event.
    (list.children[shownCount] as HTMLElement | undefined)?.focus();
  });
}

/** Shows the newest events. */
export async function showEvents(names: Names) {
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
