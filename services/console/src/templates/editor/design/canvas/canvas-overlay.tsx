import { textOf, type CardSize, type OpenTemplate, type SourceElement } from "@placard/template-edit";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Draft } from "../../../drafts.ts";
import type { EditorPreview } from "../../template-editor.ts";
import { act, actByKey, moveDown, moveUp } from "../actions.ts";
import type { Design } from "../design.ts";
import { editNextEntry, openField } from "../editable-texts.ts";
import { nameOf } from "../names.ts";
import { labelOf as nameOfProperty } from "../property-texts.ts";
import { boxAt, boxesOfElements, editableBoxes, type SourceBox } from "./boxes.ts";
import { contains, placeOnCard, type Rect } from "./geometry.ts";
import {
  keptOnCard,
  lengthHandles,
  movableHandles,
  moveAbsolute,
  startLength,
  startMove,
  startResize,
  type Gesture,
  type GestureContext,
  type GestureState,
} from "./gestures.ts";
import { InPlaceText } from "./in-place-text.tsx";
import { isAbsolute, type StyleReader } from "../style-reader.ts";
import { labelOf, Outline } from "./outline.tsx";

/** How near something must be to snap, and how far a drag goes before it moves something. Screen pixels. */
const [snapReach, dragStart] = [6, 3];

interface Drag {
  /** Undefined if nothing can be moved there: then it is a click. */
  gesture: Gesture | undefined;
  fromX: number;
  fromY: number;
  hasMoved: boolean;
  /** What a click selects. */
  clicked: SourceBox | undefined;
}

/**
 * The card with the boxes of its elements. They are selected, moved and resized with the pointer or keys;
 * what is moved follows the pointer, and the card follows when it is rendered.
 */
export function CanvasOverlay({
  design,
  card,
  isBusy,
  select,
  children,
}: {
  design: Design;
  card: EditorPreview;
  isBusy: boolean;
  select: (path: string) => void;
  /** The image. */
  children: ComponentChildren;
}) {
  const root = useRef<HTMLDivElement>(null);
  const drag = useRef<Drag | undefined>(undefined);
  /** The path of the box under the pointer. */
  const hoveredPath = useSignal<string | undefined>(undefined);
  /** The path of the box whose text is edited in place. */
  const editedPath = useSignal<string | undefined>(undefined);
  /** The double click that edits it. */
  const point = useRef<MouseEvent | undefined>(undefined);
  /** Keys that are pressed before a text can be edited. */
  const typed = useRef("");
  /** The draft to which Enter has added an entry. If its text stays, that is undone. */
  const added = useRef<Draft | undefined>(undefined);
  const state = useSignal<GestureState | undefined>(undefined);
  /** What was moved in a state of the draft, until the card shows it. */
  const moved = useSignal<(GestureState & { template: OpenTemplate }) | undefined>(undefined);
  const template = design.template.value;
  const boxes = useMemo(() => boxesOfElements(card.boxes, template), [card, template]);
  const styles = design.styles.value;
  const empty = useMemo(() => emptyContainers(boxes, template, styles), [boxes, styles]);
  const isFixed = ({ element: { path } }: SourceBox) =>
    design.marks.has("hidden", path) || design.marks.has("locked", path);
  /** What the pointer reaches. */
  const reachable = boxes.filter((box) => !isFixed(box));
  const editable = editableBoxes(reachable, template);
  useEffect(() => {
    if (design.editedNext.value === undefined || !design.editor.isCurrent.value) return;
    const at = design.editedNext.value;
    const next = editable.find(({ path, element }) => path === at || element.path === at);
    design.editedNext.value = undefined;
    if (!next && removeUnused()) design.notice.value = "There is no room for another entry.";
    editText(next);
  }, [boxes, design.editedNext.value]);
  const context: GestureContext = { design, card, boxes };
  const isSelected = ({ element }: SourceBox) => design.selection.value.includes(element);
  const selected = boxes.filter(isSelected);
  const hovered = boxes.find(({ path }) => path === hoveredPath.value);
  const edited = boxes.find(({ path }) => path === editedPath.value);
  const [single, ...others] = selected;
  const isWaiting = moved.value?.template === template && !design.editor.isCurrent.value;
  const { rects, line, container, refusal } = state.value ?? {};
  const shown = rects ?? (isWaiting ? moved.value!.rects : undefined);
  const isMoved = moved.value?.template === template && design.editor.isCurrent.value;
  const asked = state.value ?? (isMoved ? moved.value : undefined);
  const lack = isBusy ? undefined : lackOfRoom(single, asked?.size);
  useEffect(() => {
    if (!isMoved || isBusy) return;
    if (lack !== undefined) design.notice.value = lack;
    moved.value = undefined;
  }, [isMoved, isBusy]);

  function locate({ clientX, clientY }: MouseEvent) {
    const { left, top, width } = root.current!.getBoundingClientRect();
    const scale = card.width / width;
    return { x: (clientX - left) * scale, y: (clientY - top) * scale, scale };
  }

  function begin(event: PointerEvent, gesture: Gesture | undefined, clicked?: SourceBox) {
    root.current?.setPointerCapture(event.pointerId);
    hoveredPath.value = undefined;
    drag.current = { gesture, fromX: event.clientX, fromY: event.clientY, hasMoved: false, clicked };
    event.stopPropagation();
  }

  function handleDown(event: PointerEvent) {
    const { x, y } = locate(event);
    const box = boxAt(reachable, styles, x, y);
    forgetNextEdit();
    if (event.button !== 0 || !box || edited) return;
    root.current?.focus({ preventScroll: true });
    if (event.shiftKey) return design.toggle(besideSelected(box.element));
    // Everything is within the card: what is under the pointer is dragged instead.
    const isInSelected = selected.some((each) => each.path !== "" && !isFixed(each) && contains(each, x, y));
    if (!isInSelected) select(box.element.path);
    const dragged = isInSelected ? selected.filter((each) => !isFixed(each)) : [box];
    const isTouch = event.pointerType === "touch"; // which scrolls the page
    const gesture = isTouch ? undefined : startMove(context, dragged);
    begin(event, gesture, isInSelected ? box : undefined);
  }

  /** An element, or what is around it beside the selected one: a list, and not its entries. */
  function besideSelected(element: SourceElement): string {
    const around = design.selected.value?.parent?.path;
    for (let each = element; each.parent; each = each.parent)
      if (each.parent.path === around) return each.path;
    return element.path;
  }

  /** A click ends the wait for an inserted text, which never comes if the card can't be rendered. */
  function forgetNextEdit() {
    if (design.editedNext.value !== undefined) removeUnused();
    design.editedNext.value = undefined;
    typed.current = "";
  }

  /** @returns whether an entry was removed */
  function removeUnused(): boolean {
    const isAdded = added.current === design.editor.draft.value;
    if (isAdded) design.undo();
    added.current = undefined;
    return isAdded;
  }

  function handleMove(event: PointerEvent) {
    const { x, y, scale } = locate(event);
    const current = drag.current;
    if (!current) hoveredPath.value = boxAt(reachable, styles, x, y)?.path;
    if (!current?.gesture) return;
    const [dx, dy] = [event.clientX - current.fromX, event.clientY - current.fromY];
    current.hasMoved ||= Math.hypot(dx, dy) > dragStart;
    if (!current.hasMoved) return;
    const reach = event.ctrlKey || event.metaKey ? -1 : snapReach * scale;
    state.value = current.gesture({ dx: dx * scale, dy: dy * scale, x, y, reach });
    if (state.value.isLive) design.preview(() => state.value?.operation);
  }

  function handleUp() {
    const current = drag.current;
    const last = state.value;
    drag.current = undefined;
    state.value = undefined;
    if (current && !current.hasMoved && current.clicked) select(current.clicked.element.path);
    if (!last) return;
    if (!last.operation) {
      design.notice.value = last.refusal;
      return;
    }
    const { next } = last;
    design.run(last.operation, next && ((paths) => paths.get(next.path)!));
    moved.value = { ...last, template: design.template.value };
  }

  function cancel() {
    if (state.value?.isLive) design.preview();
    drag.current = undefined;
    state.value = undefined;
  }

  function handleKey(event: KeyboardEvent) {
    if (event.target !== root.current) return;
    if (drag.current && event.key !== "Escape") return event.preventDefault(); // undo is one of the page
    const isCharacter = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (isCharacter && design.editedNext.value !== undefined) {
      typed.current += event.key;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (actByKey(design, event)) return;
    const by = event.shiftKey ? 8 : 1;
    const arrow = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, -by], ArrowDown: [0, by] }[
      event.key
    ];
    if (arrow) nudge(arrow[0]!, arrow[1]!);
    else if (event.key === "[" || event.key === "]") design.editor.stepSample(event.key === "]" ? 1 : -1);
    else if (isCharacter && event.key === "i") design.isInspectorNext.value = true;
    else if (event.key === "Enter") editText(editable.find((box) => box === single));
    else if (event.key === "Escape" && drag.current) cancel();
    else if (event.key === "Escape") select(design.selected.value?.parent?.path ?? "");
    else return;
    event.preventDefault();
  }

  /** Edits the text of a box in place, or shows the field behind it. */
  function editText(box: SourceBox | undefined, clicked?: MouseEvent) {
    point.current = clicked;
    editedPath.value = box && !openField(design, box.path) ? box.path : undefined;
  }

  /** Moves absolutely positioned elements by pixels, and others to the place before or after. */
  function nudge(x: number, y: number) {
    const absolute = design.selection.value.filter((element) => isAbsolute(styles, element));
    const nudged = absolute.flatMap((each) => reachable.find(({ element }) => element === each) ?? []);
    if (nudged.length > 0) design.run(moveAbsolute(context, nudged, keptOnCard(context, nudged, { x, y })));
    else act(design, x + y < 0 ? moveUp : moveDown);
  }

  const only = design.onlySize.value ? ` · only ${design.size.value.name}` : "";
  const place = (rect: Rect) => placeOnCard(rect, card);
  const zoom = (root.current?.clientWidth ?? card.width) / card.width;
  const hasFrame = !shown && !edited;
  const isIdle =
    hasFrame && single && !isFixed(single) && others.every(({ element }) => element === single.element);
  return (
    <div
      ref={root}
      class={`preview-canvas ${refusal === undefined ? "" : "refused"}`}
      role="application"
      aria-label="Canvas"
      aria-description="Arrow keys move the selected element, Enter edits its text or opens its field, Escape selects the element around it, and [ and ] change the test data. I goes to the panel, and Escape there back. G shows safe areas, R rulers, and S all sizes."
      tabIndex={0}
      aria-busy={isBusy}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={cancel}
      onPointerLeave={() => (hoveredPath.value = undefined)}
      onDblClick={(event) => {
        const { x, y } = locate(event);
        editText(boxAt(editable, styles, x, y), event);
      }}
      onKeyDown={handleKey}
    >
      {children}
      {empty.map((box) => (
        <Outline key={box.path} rect={box} label={undefined} look="vacant" card={card} />
      ))}
      {hasFrame &&
        selected.map((box) => (
          <Outline
            key={box.path}
            rect={box}
            label={labelOf(template, box)}
            look={box === hovered ? "selected" : "selected unlabeled"}
            card={card}
          />
        ))}
      {container && (
        <Outline rect={container} label={nameOf(template, container.element)} look="into" card={card} />
      )}
      {line && <div class="drop-line" style={place(line)} />}
      {shown?.map((rect, index) => (
        <Outline
          key={index}
          rect={rect}
          label={index === 0 ? (refusal ?? lack ?? (state.value && state.value.label + only)) : undefined}
          look="selected moved"
          card={card}
        />
      ))}
      {hovered && !isSelected(hovered) && (
        <Outline rect={hovered} label={labelOf(template, hovered)} card={card} />
      )}
      {state.value?.guides.map(({ axis, at }) => (
        <div
          key={`${axis} ${at}`}
          class={`snap-guide ${axis}`}
          style={
            axis === "x"
              ? { left: place({ ...card, x: at, y: 0 }).left }
              : { top: place({ ...card, x: 0, y: at }).top }
          }
        />
      ))}
      {isIdle &&
        lengthHandlesOf(context, single, zoom).map((handle) => (
          <div
            key={`${handle.property} ${handle.rect.x} ${handle.rect.y}`}
            class={`length-strip ${handle.kind} ${handle.axis}`}
            style={place(handle.rect)}
          >
            <i
              title={`${nameOfProperty(handle.property)}: ${handle.value} px`}
              onPointerDown={(event) => begin(event, startLength(context, single, handle))}
            />
          </div>
        ))}
      {isIdle && single.path !== "" && (
        <div class="resize-handles" style={place(single)}>
          {handlesOf(context, single, zoom).map((handle) => (
            <i
              key={handle}
              data-handle={handle}
              style={{
                cursor: `${handle}-resize`,
                left: edgeOf(handle, "w", "e"),
                top: edgeOf(handle, "n", "s"),
              }}
              onPointerDown={(event) => begin(event, startResize(context, single, handle))}
            />
          ))}
        </div>
      )}
      {edited && (
        <InPlaceText
          key={edited.path}
          context={context}
          box={edited}
          zoom={zoom}
          typed={typed.current}
          point={point.current}
          close={(next, isEnter) => {
            // Ended by a key. Otherwise, something else has the focus.
            if (root.current?.contains(document.activeElement)) root.current.focus({ preventScroll: true });
            editedPath.value = undefined;
            typed.current = "";
            if (next === undefined && removeUnused()) return;
            const isAdded = isEnter && next !== "" && editNextEntry(design, edited.path);
            added.current = isAdded ? design.editor.draft.value : undefined;
          }}
        />
      )}
    </div>
  );
}

/** Says that the card shows an element smaller than a handle made it. */
function lackOfRoom(box: SourceBox | undefined, size: CardSize | undefined): string | undefined {
  if (!box || !size || (box.width > size.width - 1 && box.height > size.height - 1)) return undefined;
  return `The other elements leave room for ${Math.round(box.width)} × ${Math.round(box.height)}. Make them smaller first.`;
}

/** A small element has only one handle at a corner, so that it can be seen. */
function handlesOf(context: GestureContext, box: SourceBox, zoom: number) {
  const movable = movableHandles(context, box);
  if (isLargerThan(box, 28, zoom)) return movable;
  return [movable.find((handle) => handle === "se") ?? movable.find(({ length }) => length === 2)!];
}

/** Where a handle is on the outline. @param start the letter of the left or the upper edge */
function edgeOf(handle: string, start: string, end: string): string {
  return handle.includes(start) ? "0" : handle.includes(end) ? "100%" : "50%";
}

/** They would cover an element that is smaller, unless they are between others. */
function lengthHandlesOf(context: GestureContext, box: SourceBox, zoom: number) {
  const found = lengthHandles(context, box);
  return isLargerThan(box, 48, zoom) ? found : found.filter(({ kind }) => kind === "gap");
}

/** Whether both sides of a rectangle have at least so many pixels on screen. */
function isLargerThan({ width, height }: Rect, side: number, zoom: number): boolean {
  return Math.min(width, height) * zoom >= side;
}

/** The boxes of rows, columns and grids without content, which are not visible on the card. */
function emptyContainers(boxes: readonly SourceBox[], template: OpenTemplate, styles: StyleReader) {
  return boxes.filter(({ path, element }) => {
    if (path === "" || element.children.length > 0 || textOf(template, element) !== "") return false;
    return /flex|grid/.test(styles.text(element, "display") ?? "");
  });
}
