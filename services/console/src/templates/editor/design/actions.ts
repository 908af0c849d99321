import {
  duplicateElement,
  insertElement,
  moveElement,
  removeElement,
  wrapElements,
  type SourceElement,
} from "@placard/template-edit";
import type { Design } from "./design.ts";

/** What one can do with the selected element. */
export interface ElementAction {
  label: string;
  menu: "Insert" | "Wrap" | "Arrange";
  /** As in `aria-keyshortcuts`. */
  keys?: string;
  run: (design: Design, element: SourceElement) => string | undefined;
}

/** Does an action, and shows why it was refused. */
export function act(design: Design, action: ElementAction, element: SourceElement) {
  const reason = action.run(design, element);
  design.refusal.value = reason;
}

export const elementActions: readonly ElementAction[] = [
  {
    label: "Move up",
    menu: "Arrange",
    keys: "Alt+ArrowUp",
    run: (design, element) => move(design, element, -1),
  },
  {
    label: "Move down",
    menu: "Arrange",
    keys: "Alt+ArrowDown",
    run: (design, element) => move(design, element, 1),
  },
  {
    label: "Duplicate",
    menu: "Arrange",
    keys: "Control+D",
    run: (design, element) => design.run(duplicateElement(element.path), siblingPath(element, 1)),
  },
  {
    label: "Delete",
    menu: "Arrange",
    keys: "Delete",
    run: (design, element) => design.run(removeElement(element.path), element.parent?.path),
  },
  { label: "Wrap in row", menu: "Wrap", run: wrapIn("display: flex; gap: 16px") },
  { label: "Wrap in column", menu: "Wrap", run: wrapIn("display: flex; flex-direction: column; gap: 16px") },
  {
    label: "Wrap in grid",
    menu: "Wrap",
    run: wrapIn("display: grid; grid-template-columns: 1fr 1fr; gap: 16px"),
  },
  {
    label: "Text",
    menu: "Insert",
    run(design, element) {
      const index = element.children.length;
      const path = element.path === "" ? `${index}` : `${element.path}/${index}`;
      return design.run(insertElement(element.path, index, "<p>Text</p>"), path);
    },
  },
];

function wrapIn(style: string): ElementAction["run"] {
  return (design, { path }) => design.run(wrapElements([path], `<div style="${style}">`), path);
}

function move(design: Design, element: SourceElement, by: 1 | -1): string | undefined {
  const { parent, path } = element;
  if (!parent) return "The root element is the card: it can't be moved";
  const index = indexOf(element) + by;
  if (index < 0 || index >= parent.children.length) return undefined;
  return design.run(moveElement(path, parent.path, by < 0 ? index : index + 1), siblingPath(element, by));
}

function indexOf({ path }: SourceElement): number {
  return Number(path.split("/").at(-1));
}

function siblingPath(element: SourceElement, by: number): string {
  return [...element.path.split("/").slice(0, -1), indexOf(element) + by].join("/");
}
