import type { AccountImage } from "@placard/client";
import { load, onClick } from "../actions.ts";
import { formatCount, formatNumber } from "../counts.ts";
import { confirmAction } from "../dialogs.ts";
import { getElement } from "../elements.ts";
import { loadList } from "../list.ts";
import { showMessage } from "../message.ts";
import { onOpen } from "../router.ts";
import { account } from "../session.ts";
import { createImageItem } from "./image-item.ts";

const pageSize = 24;
/** Pause after the last keystroke before a search. */
const debounceMs = 300;

/**
 * Sets up the view of the account's images.
 * @returns removes all images from the page
 */
export function setUpImages(): () => void {
  const list = getElement("image-list");
  const query = getElement("image-query", HTMLInputElement);
  let nextCursor: string | null = null;
  let templateNames: ReadonlyMap<string, string> = new Map();
  /** Of the current search; another search or the end of the view aborts it. */
  let controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  /** Loads images until a page is full: a page of a search may have few matches, or none. */
  async function loadPage() {
    const { signal } = controller;
    const q = query.value.trim();
    const end = list.childElementCount + pageSize;
    showStatus(q === "" ? "Loading…" : "Searching…");
    do {
      const cursor = nextCursor ?? undefined;
      const limit = Math.max(1, end - list.childElementCount);
      const { data } = await account.listAccountImages({ limit, cursor, ...(q && { q }), signal });
      if (signal.aborted) return;
      list.append(...data.images.map((image) => createImageItem(image, templateNames, deleteImage)));
      ({ nextCursor } = data);
    } while (nextCursor !== null && q !== "" && list.childElementCount < end);
    showEnd(q);
  }

  function showEnd(q: string) {
    const count = list.childElementCount;
    getElement("more-images").hidden = nextCursor === null;
    if (count > 0) showStatus(`${formatCount(count, "image")} shown.`);
    else
      showStatus(
        q === "" ? "You have no images yet. Create one in the playground." : `No image contains “${q}”.`,
      );
  }

  async function restart() {
    controller.abort();
    controller = new AbortController();
    const { signal } = controller;
    nextCursor = null;
    list.replaceChildren();
    getElement("more-images").hidden = true;
    try {
      await loadPage();
    } catch (error) {
      if (signal.aborted) return;
      showStatus("");
      throw error;
    }
  }

  async function deleteImage(image: AccountImage, item: HTMLElement) {
    const text =
      "Its link stops working until the same image is generated again. Pages that show it show nothing, once caches have expired.";
    const title = `Delete the image “${image.title}”?`;
    if (!(await confirmAction({ title, text, action: "Delete image" }))) return;
    await account.deleteImage(image.id);
    item.remove();
    void load(showUsage);
    showEnd(query.value.trim());
    getElement("images-title").focus();
    showMessage(`The image “${image.title}” was deleted.`);
  }

  async function showUsage() {
    const [usage, own] = await Promise.all([account.getAccountUsage({ days: 1 }), account.getAccount()]);
    const { images, hasMoreImages } = own.data.summary;
    const { days, rendersPerDay } = usage.data;
    const today = days.at(-1)?.renders ?? 0;
    const renders =
      rendersPerDay === null
        ? formatCount(today, "render")
        : `${formatNumber(today)} of ${formatCount(rendersPerDay, "render")}`;
    const count =
      images === null ? "" : `${hasMoreImages ? "More than " : ""}${formatCount(images, "image")}. `;
    getElement("images-usage").textContent = `${count}${renders} today (UTC).`;
  }

  async function open() {
    const { data } = await account.listTemplates({ archived: true });
    templateNames = new Map(data.templates.map(({ id, name }) => [id, name]));
    await Promise.all([restart(), showUsage()]);
  }

  const search = () => loadList(list, "your images", restart);

  getElement("image-search").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    void search();
  });
  query.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void search(), debounceMs);
  });
  onClick(getElement("more-images"), async () => {
    const shownCount = list.childElementCount;
    await loadPage();
    // The button may be gone: the focus moves to the first new image.
    list.children[shownCount]?.querySelector("a")?.focus();
  });
  onOpen("images", {
    open: () => {
      void loadList(list, "your images", open);
    },
    close: () => {
      clearTimeout(timer);
      controller.abort();
    },
  });

  return () => {
    controller.abort();
    nextCursor = null;
    query.value = "";
    list.replaceChildren();
    for (const id of ["images-usage", "images-status"]) getElement(id).textContent = "";
  };
}

function showStatus(text: string) {
  getElement("images-status").textContent = text;
}
