/** Closes the menu of small screens after a link is followed, and shows the current page in the sidebar. */
export function setUpContents(): void {
  const contents = document.getElementById("contents")!;
  contents.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a") && contents.matches(":popover-open"))
      contents.hidePopover();
  });
  contents.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "nearest" });
}
