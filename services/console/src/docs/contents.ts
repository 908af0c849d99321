import { getElement } from "./elements.ts";

/** Closes the menu of small screens after a link is followed, and shows the current page in the sidebar. */
export function setUpContents(): void {
  const contents = getElement("contents");
  contents.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a") && contents.matches(":popover-open"))
      contents.hidePopover();
  });
  contents.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
}

/**
 * Opens what a link with a hash refers to: the API reference for links such as `/docs#operationId`, and
 * collapsed details around the target.
 */
export function openPlaceOfHash(): void {
  const open = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    if (id === "") return;
    const target = document.getElementById(id);
    for (
      let details = target?.closest("details");
      details;
      details = details.parentElement?.closest("details")
    )
      details.open = true;
    const link = target?.querySelector<HTMLAnchorElement>(".overview .operation-list a");
    const isReferenceAnchor = /^(?:error|schema|group)-|^errors$|^schemas$/.test(id);
    if (link) location.replace(link.href);
    else if (!target && isReferenceAnchor && document.querySelector(".overview"))
      location.replace(new URL(`docs/reference#${id}`, new URL("../", import.meta.url)));
  };
  open();
  addEventListener("hashchange", open);
}
