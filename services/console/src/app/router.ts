import { computed, signal } from "@preact/signals";

/** The place in the address: `#/templates/my-blog` is the page `templates` with the rest `my-blog`. */
export interface Route {
  page: string;
  rest: string;
  /** Whether the front page shows the form for recovery. */
  isRecovery: boolean;
}

export type Router = ReturnType<typeof createRouter>;

/**
 * The address of the console, which is in the fragment: the server has one page.
 * @param onNavigate called when the user opens another page
 */
export function createRouter(onNavigate: () => void) {
  const hash = signal(location.hash);
  addEventListener("hashchange", () => {
    // Links to anchors within a page, and links that carry parameters, open no page.
    if (!/^(#\/.*|#recover|)$/.test(location.hash)) return;
    hash.value = location.hash;
    onNavigate();
  });
  return {
    route: computed((): Route => {
      const [page = "", ...rest] = hash.value.replace(/^#\/|^#.*/, "").split("/");
      return { page, rest: rest.join("/"), isRecovery: hash.value === "#recover" };
    }),
    /** Opens a page, such as `templates/my-blog`. */
    open(path: string) {
      location.hash = `#/${path}`;
    },
    /** Replaces the fragment of the address without a new entry in the history. */
    replace(next: string) {
      history.replaceState(null, "", `${location.pathname}${location.search}${next}`);
      hash.value = next;
    },
  };
}
