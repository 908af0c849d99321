/** The heading of the current page. There is one page at a time. */
export const titleId = "page-title";

/** Moves the focus to the heading of the page, so that screen readers announce it. */
export function focusTitle() {
  document.getElementById(titleId)?.focus();
}

/** Moves the focus to the content of the page, after the element that had it was removed. */
export function focusMain() {
  document.querySelector("main")?.focus();
}
