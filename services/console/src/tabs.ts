import { createElement } from "./elements.ts";

/** A panel with a tab that shows it. */
export interface Tab {
  id: string;
  label: string;
  panel: HTMLElement;
  /** Called each time the panel is shown. */
  onShow?: () => void;
}

/** Tabs of which one panel is shown. */
export interface Tabs {
  element: HTMLElement;
  /** Shows a panel. */
  show: (id: string) => void;
  /** Replaces the label of a tab. */
  setLabel: (id: string, label: string) => void;
}

/** Creates tabs for the keyboard as well (ARIA Authoring Practices, "Tabs with automatic activation"). Shows the first one. */
export function createTabs(label: string, tabs: readonly Tab[]): Tabs {
  const buttons = tabs.map(({ id, label: text, panel }) => {
    panel.id = `${id}-panel`;
    panel.role = "tabpanel";
    panel.setAttribute("aria-labelledby", `${id}-tab`);
    const properties = { id: `${id}-tab`, type: "button", role: "tab", "aria-controls": panel.id };
    return createElement("button", properties, text);
  });
  const list = createElement("div", { className: "tabs", role: "tablist", "aria-label": label }, ...buttons);

  function show(id: string) {
    for (const [index, tab] of tabs.entries()) {
      const isSelected = tab.id === id;
      const button = buttons[index]!;
      button.ariaSelected = String(isSelected);
      button.tabIndex = isSelected ? 0 : -1;
      tab.panel.hidden = !isSelected;
    }
    tabs.find((tab) => tab.id === id)?.onShow?.();
  }

  for (const [index, button] of buttons.entries())
    button.addEventListener("click", () => show(tabs[index]!.id));
  list.addEventListener("keydown", (event) => {
    const current = buttons.findIndex(({ tabIndex }) => tabIndex === 0);
    const next = {
      ArrowRight: (current + 1) % tabs.length,
      ArrowLeft: (current + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    show(tabs[next]!.id);
    buttons[next]!.focus();
  });
  show(tabs[0]!.id);

  return {
    element: list,
    show,
    setLabel(id, text) {
      const button = buttons[tabs.findIndex((tab) => tab.id === id)];
      if (button) button.textContent = text;
    },
  };
}
