import {
  combine,
  copyField,
  edit,
  findElement,
  inTurn,
  insertElement,
  keepLook,
  listElements,
  removeDeclaration,
  removeElement,
  removeField,
  removeElements,
  setDeclarations,
  setDeclarationsAtSize,
  usesField,
  declarationOf,
  withoutEmptied,
  wrapElements,
  wrapText,
  type Operation,
  type SourceElement,
} from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { readFields } from "@placard/templates/source";
import { childPath, indexOf, isWithin, parentOf } from "../element-paths.ts";
import { removeEdgeMargins } from "./card-edges.ts";
import { groundAround, hiddenAt, inShownOrder } from "./style-reader.ts";
import { columnIn, columnValues, gridColumns, rowAroundAll } from "./containers.ts";
import { declarationsFor } from "./declarations-for.ts";
import type { Design } from "./design.ts";
import type { LayerMark } from "./layer-marks.ts";
import { freeName, insertHtml } from "./insertions.ts";
import { moveWithAlternative, refuseAtSize, withAlternative } from "./moves.ts";
import { bindingOf, fieldOf, isPlaceholder, isTextEntry, nameOf, repeatedAround } from "./names.ts";

/** What one can do with the selected elements. */
export interface ElementAction {
  label: string | ((design: Design) => string);
  menu: "Wrap" | "Arrange";
  /** As in `aria-keyshortcuts`. */
  keys?: string;
  /** Whether it does not change the selected elements. */
  isView?: true;
  /** @param elements at least one, in document order, none within another */
  run: (design: Design, elements: readonly SourceElement[]) => void;
}

/** Does an action with the selected elements. */
export function act(design: Design, action: ElementAction) {
  const elements = outermost(design.selection.value);
  const locked = elements.find(({ path }) => !action.isView && design.marks.has("locked", path));
  const name = locked && nameOf(design.template.value, locked);
  const isPaste = action.run === paste;
  const isRefused = !isPaste && elements[0]?.path === "";
  design.notice.value = isRefused
    ? "The root element is the card: it can't be moved, copied, deleted or locked."
    : name && `“${name}” is locked. Unlock it to change it.`;
  if (!isRefused && !locked && (elements.length > 0 || isPaste)) action.run(design, elements);
}

/** Does what a key stands for. @returns whether it stands for something */
export function actByKey(design: Design, event: KeyboardEvent): boolean {
  const keys = shortcutOf(event);
  const action = elementActions.find((each) => each.keys === keys);
  if (action) act(design, action);
  else if (keys === "Control+A") {
    const around = design.selected.value?.parent ?? design.template.value.root;
    design.select(...(around?.children ?? []).map(({ path }) => path));
  } else return undoByKey(design, event);
  event.preventDefault();
  return true;
}

/** Takes a step back or forward. @returns whether the key stands for that */
export function undoByKey(design: Design, event: KeyboardEvent): boolean {
  const keys = shortcutOf(event);
  if (keys === "Control+Z") design.undo();
  else if (keys === "Control+Shift+Z" || keys === "Control+Y") design.redo();
  else return false;
  event.preventDefault();
  return true;
}

export const [moveUp, moveDown] = [
  { label: "Move up", menu: "Arrange", keys: "Alt+ArrowUp", run: moveBy(-1) },
  { label: "Move down", menu: "Arrange", keys: "Alt+ArrowDown", run: moveBy(1) },
] as const satisfies readonly ElementAction[];

export const elementActions: readonly ElementAction[] = [
  moveUp,
  moveDown,
  { label: "Copy", menu: "Arrange", keys: "Control+C", isView: true, run: copy },
  {
    label: "Cut",
    menu: "Arrange",
    keys: "Control+X",
    run(design, elements) {
      design.notice.value = refuseAtSize(design, elements[0]!);
      if (design.notice.value) return;
      copy(design, elements);
      // Their fields and rules stay for what is pasted.
      design.run(combine(elements.map(({ path }) => removeElement(path))), elements[0]!.parent!.path);
    },
  },
  { label: "Paste", menu: "Arrange", keys: "Control+V", run: paste },
  { label: "Duplicate", menu: "Arrange", keys: "Control+D", run: duplicate },
  {
    label: "Delete",
    menu: "Arrange",
    keys: "Delete",
    run(design, elements) {
      const paths = elements.map(({ path }) => path);
      // Deleting them would change all sizes.
      if (design.onlySize.value) hideAtSize(design, elements);
      else design.run(inTurn([removeElements(paths), removeUnused(design)]), () => []);
    },
  },
  {
    label: ({ selected, size, styles }) =>
      `${hiddenAt(styles.value, selected.value) ? "Show" : "Hide"} at ${size.value.name}`,
    menu: "Arrange",
    run(design, elements) {
      const hidden = new Set(elements.flatMap((each) => hiddenAt(design.styles.value, each) ?? []));
      if (!hiddenAt(design.styles.value, design.selected.value)) hideAtSize(design, elements);
      else design.run(inTurn([...hidden].map((each) => showHidden(design, each, true).show)));
    },
  },
  {
    label: "Make free on the card",
    menu: "Arrange",
    run(design, elements) {
      const freed = elements.map(({ path }) => {
        const free = design.declare(path, declarationsFor(design, path, "position", "absolute"));
        return withoutEmptied(path, inTurn([removeEdgeMargins(path), free]));
      });
      design.run(combine(freed), (paths) => elements.flatMap(({ path }) => paths.get(path)!));
    },
  },
  { label: "Bring to front", menu: "Arrange", run: stack("1") },
  { label: "Send to back", menu: "Arrange", run: stack("-1") },
  {
    label: "Hide or show while editing",
    menu: "Arrange",
    keys: "Control+Shift+H",
    isView: true,
    run: toggleMark("hidden"),
  },
  {
    label: "Lock or unlock",
    menu: "Arrange",
    keys: "Control+Shift+L",
    isView: true,
    run: toggleMark("locked"),
  },
  {
    label: "Wrap in row",
    menu: "Wrap",
    run: wrapBy(({ template }, elements) => {
      const together = elements.length > 1 ? elements : [];
      const columns = together.map((element) =>
        setDeclarations(element.path, columnValues(template.value, element), { scope: "element" }),
      );
      return [rowAroundAll(template.value, elements), ...columns];
    }),
  },
  { label: "Wrap in column", menu: "Wrap", run: wrapIn(columnIn) },
  { label: "Wrap in grid", menu: "Wrap", run: wrapIn(() => gridColumns) },
];

const hideAtSize = ({ run, size }: Design, elements: readonly SourceElement[]) =>
  run(inTurn(elements.map(({ path }) => setDeclarationsAtSize(path, { display: "none" }, size.value))));

/** What shows an element that is hidden at the shown size: there, or at all sizes if it is hidden at all. */
export function showHidden({ card, size, template }: Design, hidden: SourceElement, isOnlyHere: boolean) {
  const { path } = hidden;
  const show = removeDeclaration(path, "display", { scope: "element", size: card.value });
  const setter = declarationOf(template.value, hidden, "display", size.value);
  const isOfSize = setter?.origin.kind === "rule" && setter.origin.rule.conditionTexts.length > 0;
  if (isOfSize || !isOnlyHere) return { show, isAtAllSizes: !isOfSize };
  const shown = edit(template.value, show).template;
  const value = shown && declarationOf(shown, findElement(shown, path)!, "display")?.value;
  return {
    show: setDeclarationsAtSize(path, { display: value ?? "block" }, size.value),
    isAtAllSizes: false,
  };
}

/** Paints elements in front of others, or behind them but in front of the background that they are on. */
function stack(order: string): ElementAction["run"] {
  return (design, elements) => {
    const change = (element: SourceElement) => {
      const isPositioned = design.styles.value.setter(element, "position") !== undefined;
      const values = { ...(!isPositioned && { position: "relative" }), "z-index": order };
      return design.declare(element.path, values);
    };
    const grounds =
      order === "-1" ? elements.map((each) => groundAround(design.styles.value, each)?.path) : [];
    const isolate = [...new Set(grounds)].flatMap((path) =>
      path === undefined ? [] : [design.declare(path, { isolation: "isolate" })],
    );
    design.run(combine([...elements.map(change), ...isolate]));
  };
}

/** Keeps elements for pasting. */
function copy(design: Design, elements: readonly SourceElement[]) {
  design.copied = elements.map((element) => toCopy(design, element));
}

/** An element with its source, without the indentation of its lines. */
function toCopy({ template }: Design, element: SourceElement) {
  const html = template.value.html.slice(element.place?.startOffset, element.place?.endOffset);
  const [indent = "\n"] = /\n[ \t]*(?=<[^<]*$)/.exec(html) ?? [];
  return { element, html: html.replaceAll(indent, "\n") };
}

/** Inserts the copied elements as others are; behind themselves if they are still selected. */
function paste(design: Design, elements: readonly SourceElement[]) {
  const { copied } = design;
  if (copied.some(({ html }) => elements.some((each) => toCopy(design, each).html === html)))
    duplicate(design, elements);
  else if (copied.length > 0) insertCopies(design, copied, false);
  else design.notice.value = "Copy an element first.";
}

function duplicate(design: Design, elements: readonly SourceElement[]) {
  const copies = elements.map((each) => toCopy(design, each));
  insertCopies(design, copies, true);
}

/**
 * Inserts copies of elements as others are, or each behind its original. Their texts get fields of their own if
 * others show theirs, so that they can be changed alone.
 */
function insertCopies(design: Design, copies: Design["copied"], isBehind: boolean) {
  const { fields, template } = design;
  const names = new Map<string, string>();
  for (const each of copies.flatMap(({ element }) => listElements(element))) {
    const { field = "", repeated } = bindingOf(each) ?? {};
    const isText = !repeated && isPlaceholder(each) && fields.value.get(field)?.kind === "text";
    if (!isText || names.has(field) || !usesField(template.value, field)) continue;
    const name = freeName(field.replace(/\d+$/, ""), [...fields.value.keys(), ...names.values()]);
    names.set(field, name);
  }
  const sources = copies.map(({ html }) =>
    html.replaceAll(
      /(\{\{\s*|\b(?:if|unless)=")(\w+)/g,
      (_, before: string, name: string) => before + (names.get(name) ?? name),
    ),
  );
  const add = inTurn([...names].map(([field, name]) => copyField(field, name)));
  const next = (path: string, by = 1) => childPath(parentOf(path), indexOf(path) + by);
  if (isBehind) {
    const inserted = copies.map(({ element: { path } }, index) =>
      insertElement(parentOf(path), indexOf(path) + 1, sources[index]!),
    );
    // The last element first: then the others have their paths.
    design.run(inTurn([add, ...inserted.toReversed()]), (paths) =>
      copies.map(({ element }) => next(paths.get(element.path)![0]!)),
    );
  } else if (insertHtml(design, sources.join("\n"), [add])) {
    const { path } = design.selected.value!;
    design.select(...copies.map((_, index) => next(path, index)));
  }
}

/** Removes the fields that the draft used, unless it or a copied element still does, or a version has them. */
function removeUnused({ copied, editor, fields, template: draft }: Design): Operation {
  const published = readFields(editor.details.value?.document.template ?? {});
  const isCopied = (name: string) =>
    copied.some(({ element }) => listElements(element).some((each) => fieldOf(each) === name));
  const used = [...fields.value.keys()].filter(
    (name) => !published.has(name) && !isCopied(name) && usesField(draft.value, name),
  );
  return (template) => inTurn(used.filter((name) => !usesField(template, name)).map(removeField))(template);
}

function toggleMark(mark: LayerMark): ElementAction["run"] {
  return ({ marks }, elements) => {
    marks.toggle(
      mark,
      elements.map(({ path }) => path),
    );
  };
}

function wrapIn(styleIn: typeof columnIn): ElementAction["run"] {
  return wrapBy((design, elements, parent) => {
    const template = design.template.value;
    // In a row, the new container takes the room that is left, and does not shrink with its texts. What fills
    // the space of its container has it only if the new one does, too.
    const grows =
      (parent && design.styles.value.direction(parent) === "row") ||
      elements.some((element) => declarationOf(template, element, "flex-grow"));
    const fill = grows ? "; flex: 1; min-width: 0; min-height: 0" : "";
    return [`<div style="${styleIn(template)}${fill}">`];
  });
}

/** Puts elements into a new one. @param around its start tag, and what changes the elements in it */
function wrapBy(
  around: (
    design: Design,
    elements: readonly SourceElement[],
    parent: SourceElement | undefined,
  ) => readonly [openTag: string, ...changes: Operation[]],
): ElementAction["run"] {
  return (design, selected) => {
    const [first] = selected;
    const entry = selected.length === 1 && isOnlyEntry(first!) ? first : undefined;
    const isText = entry && isTextEntry(design.template.value, entry);
    const elements = entry && (isText || entry.children.length > 0) ? entry.children : selected;
    const paths = isText ? [childPath(entry.path, 0)] : elements.map(({ path }) => path);
    const [openTag, ...changes] = around(design, elements, isText ? entry : elements[0]?.parent);
    const steps = [
      ...(isText ? [wrapText(entry.path, "span")] : []),
      ...changes,
      wrapElements(paths, openTag),
    ];
    design.run(keepLook(inTurn(steps), previewSizes), paths[0]);
  };
}

/** Whether only the repetitions of an element are in its parent, which arranges them: it is not wrapped. */
function isOnlyEntry(element: SourceElement): boolean {
  const { parent } = element;
  return (
    repeatedAround(element) === element &&
    (parent?.children.length === 1 || /^[ou]l$/.test(parent?.tag ?? ""))
  );
}

function moveBy(by: 1 | -1): ElementAction["run"] {
  return (design, elements) => {
    const element = elements.at(-1)!;
    const parent = element.parent!;
    const siblings = inShownOrder(design.styles.value, parent.children);
    const passed = siblings[siblings.indexOf(withAlternative(element).at(by < 0 ? 0 : -1)!) + by];
    if (!passed) {
      design.notice.value = `“${nameOf(design.template.value, element)}” is already the ${by < 0 ? "first" : "last"} element in “${nameOf(design.template.value, parent)}”.`;
      return;
    }
    const index = siblings.indexOf(by < 0 ? passed : withAlternative(passed).at(-1)!);
    moveTo(design, element, parent, by < 0 ? index : index + 1);
  };
}

/** Moves an element, with its alternative, before the child of a parent that is shown at an index. */
export function moveTo(design: Design, element: SourceElement, parent: SourceElement, index: number): void {
  design.notice.value = refuseAtSize(design, element, parent);
  const move = design.notice.value ? undefined : moveWithAlternative(design, element, parent, index);
  if (move) design.run(withoutEmptied(element.path, move), (paths) => paths.get(element.path)!);
}

/** Elements in document order, without those within another one. */
function outermost(elements: readonly SourceElement[]): SourceElement[] {
  return elements
    .filter(({ path }) => !elements.some((other) => other.path !== path && isWithin(path, other.path)))
    .toSorted((a, b) => a.path.localeCompare(b.path, "en", { numeric: true }));
}

function shortcutOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const shift = shiftKey ? "Shift+" : "";
  if (ctrlKey || metaKey) return `Control+${shift}${key.toUpperCase()}`;
  if (altKey) return `Alt+${key}`;
  return key === "Backspace" ? "Delete" : key;
}
