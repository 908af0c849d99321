import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface Tab {
  id: string;
  label: string;
  panel: ComponentChildren;
}

/**
 * Tabs of which one panel is shown, for the keyboard as well (ARIA Authoring Practices, “Tabs with automatic
 * activation”). All panels stay in the page, so that they keep what was entered.
 * @param selected the ID of the shown tab
 */
export function Tabs({
  label,
  tabs,
  selected,
}: {
  label: string;
  tabs: readonly Tab[];
  selected: Signal<string>;
}) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // On a narrow window, the tabs are a row that scrolls.
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (tab) list.current!.scrollLeft = tab.offsetLeft - (list.current!.clientWidth - tab.offsetWidth) / 2;
  }, [selected.value]);

  function handleKey(event: KeyboardEvent & { currentTarget: HTMLElement }) {
    const current = tabs.findIndex(({ id }) => id === selected.value);
    const next = {
      ArrowRight: (current + 1) % tabs.length,
      ArrowLeft: (current + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    selected.value = tabs[next]!.id;
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  }

  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label} onKeyDown={handleKey}>
        {tabs.map(({ id, label: text }) => (
          <button
            type="button"
            role="tab"
            id={`${id}-tab`}
            aria-controls={`${id}-panel`}
            aria-selected={id === selected.value}
            tabIndex={id === selected.value ? 0 : -1}
            onClick={() => (selected.value = id)}
          >
            {text}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }) => (
        <div
          key={id}
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-tab`}
          hidden={id !== selected.value}
        >
          {panel}
        </div>
      ))}
    </>
  );
}

/** Moves the focus to a tab, above its panel. @param id of the tab */
export function focusTab(id: string) {
  document.getElementById(`${id}-tab`)?.focus();
}
