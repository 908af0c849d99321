import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { Icon } from "../../../components/icon.tsx";

/**
 * A button that shows others, between which the arrow keys move. Escape, a choice, or a focus elsewhere hides
 * them. After a choice, the canvas has the focus, for the keys that change the selected element.
 */
export function Menu({
  label,
  onOpen,
  children,
}: {
  label: string;
  onOpen?: () => void;
  children: ComponentChildren;
}) {
  const id = useId();
  const isOpen = useSignal(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const items = useRef<HTMLDivElement>(null);
  return (
    <div
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) isOpen.value = false;
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") {
          isOpen.value = false;
          toggle.current?.focus();
        }
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!by || !isOpen.value) return;
        event.preventDefault();
        const controls = [
          ...event.currentTarget.querySelectorAll<HTMLElement>("input, button:not([disabled])"),
        ];
        const next = controls.indexOf(document.activeElement as HTMLElement) + by;
        controls.at(next % controls.length)?.focus();
      }}
    >
      <button
        ref={toggle}
        type="button"
        class="secondary small"
        aria-expanded={isOpen.value}
        aria-controls={id}
        onClick={() => {
          isOpen.value = !isOpen.value;
          if (!isOpen.value) return;
          // It scrolls inside where the window has less room.
          const room = innerHeight - toggle.current!.getBoundingClientRect().bottom - 16;
          items.current!.style.maxHeight = `${Math.min(Math.max(room, 200), 480)}px`;
          onOpen?.();
          requestAnimationFrame(() => items.current?.querySelector("input")?.focus());
        }}
      >
        {label} <Icon name="menu" />
      </button>
      <div
        ref={items}
        id={id}
        class="menu-items"
        hidden={!isOpen.value}
        onClick={() => {
          isOpen.value = false;
          toggle.current?.focus();
          focusCanvas();
        }}
      >
        {children}
      </div>
    </div>
  );
}

/** Gives the canvas the focus, if the card is rendered: its keys change the selected element. */
export function focusCanvas() {
  document.querySelector<HTMLElement>(".preview-canvas")?.focus({ preventScroll: true });
}

export function MenuItem({
  label,
  keys,
  isDisabled = false,
  run,
}: {
  label: string;
  /** As in `aria-keyshortcuts`. */
  keys?: string | undefined;
  isDisabled?: boolean;
  run: () => void;
}) {
  const shownKeys = keys?.replace("Control", "Ctrl").replace("ArrowUp", "↑").replace("ArrowDown", "↓");
  return (
    <button type="button" class="plain" aria-keyshortcuts={keys} disabled={isDisabled} onClick={run}>
      {label}
      {shownKeys !== undefined && <kbd aria-hidden="true">{shownKeys}</kbd>}
    </button>
  );
}
