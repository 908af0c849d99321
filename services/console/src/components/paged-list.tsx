import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ActionButton } from "./buttons.tsx";
import { Loaded, useLoaded, type Loadable } from "./loaded.tsx";

/** Items of a list of the server that were loaded so far. */
export interface Pages<Item> {
  items: readonly Item[];
  /** Null after the last page. */
  nextCursor: string | null;
}

/** A list of the server that is loaded page by page. */
export interface LoadablePages<Item> extends Loadable<Pages<Item>> {
  loadMore: () => Promise<void>;
}

/** Loads the first page of a list when the component is mounted. */
export function usePages<Item>(
  name: string,
  request: (cursor: string | undefined, signal?: AbortSignal) => Promise<Pages<Item>>,
): LoadablePages<Item> {
  const pages = useLoaded(name, (signal) => request(undefined, signal));
  async function loadMore() {
    const shown = pages.data.value;
    if (!shown?.nextCursor) return;
    const { items, nextCursor } = await request(shown.nextCursor);
    // The list may have been loaded again.
    if (pages.data.value === shown) pages.set({ items: [...shown.items, ...items], nextCursor });
  }
  return Object.assign(pages, { loadMore });
}

/** Shows a list with a button for the next page, whose first item then gets the focus. */
export function PagedList<Item>({
  pages,
  more,
  children,
}: {
  pages: LoadablePages<Item>;
  /** The label of the button. */
  more: string;
  /** Renders a list (`ul`). */
  children: (items: readonly Item[]) => ComponentChildren;
}) {
  const element = useRef<HTMLDivElement>(null);
  const focusAt = useRef<number | undefined>(undefined);
  const count = pages.data.value?.items.length ?? 0;
  useLayoutEffect(() => {
    if (focusAt.current === undefined) return;
    const item = element.current?.querySelector("ul")?.children[focusAt.current];
    (item?.querySelector("a") ?? (item as HTMLElement | undefined))?.focus();
    focusAt.current = undefined;
  }, [count]);
  return (
    <div ref={element}>
      <Loaded from={pages}>
        {({ items, nextCursor }) => (
          <>
            {children(items)}
            {nextCursor !== null && (
              <ActionButton
                look="secondary"
                onAction={async () => {
                  focusAt.current = items.length;
                  await pages.loadMore();
                }}
              >
                {more}
              </ActionButton>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
