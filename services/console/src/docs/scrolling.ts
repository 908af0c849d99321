/** The distance from the top of the window above which a section counts as the current one. */
const currentTopPx = 140;

/** Marks the link to the section being read, in the list of headings and in the sidebar. */
export function followScrolling(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.toc a, .operations li a[href^="#"]')];
  const places = links.flatMap((link) => {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return target ? [{ link, target }] : [];
  });
  if (places.length === 0) return;
  let current: HTMLAnchorElement | undefined;

  function update(): void {
    const passed = places.filter(({ target }) => target.getBoundingClientRect().top < currentTopPx);
    const link = passed.at(-1)?.link;
    if (link === current) return;
    current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    current = link;
    const list = link?.closest<HTMLElement>(".toc, #contents");
    if (!link || !list) return;
    const [box, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.top < frame.top || box.bottom > frame.bottom)
      list.scrollTop += box.top - frame.top - list.clientHeight / 2;
  }

  addEventListener("scroll", update, { passive: true });
  update();
}
