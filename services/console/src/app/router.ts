import { computed, signal, type ReadonlySignal } from "@preact/signals";

/** The place in the address: `#/templates/my-blog` is the page `templates` with the rest `my-blog`. */
export interface Route {
  page: string;
  rest: string;
  /** Whether the front page shows the form for recovery. */
  isRecovery: boolean;
}

/** The address of the console, which is in the fragment: the server has one page. */
export interface Router {
  route: ReadonlySignal<Route>;
  /** Opens a page, such as `templates/my-blog`. */
  open: (path: string) => void;
  /** Replaces the fragment of the address without a new entry in the history. */
  replace: (hash: string) => void;
}

/** @param onNavigate called when the user opens another page */
export function createRouter(onNavigate: () => void): Router {
  const hash = signal(location.hash);
  addEventListener("hashchange", () => {
    // Links to anchors within a page, and links that carry parameters, open no page.
    if (!/^(#\/.*|#recover|)$/.test(location.hash)) return;
    hash.value = location.hash;
    onNavigate();
  });
  return {
    route: computed(() => {
      const [page = "", ...rest] = hash.value.replace(/^#\//, "").split("/");
      return { page, rest: rest.join("/"), isRecovery: hash.value === "#recover" };
    }),
    open(path) {
      location.hash = `#/${path}`;
    },
    replace(next) {
      history.replaceState(null, "", `${location.pathname}${location.search}${next}`);
      hash.value = next;
    },
  };
}
