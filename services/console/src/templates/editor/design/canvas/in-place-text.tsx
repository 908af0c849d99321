import type { SourceElement } from "@placard/template-edit";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { useCommitOnce } from "../use-commit-once.ts";
import { boxAround, type SourceBox } from "./boxes.ts";
import { placeOnCard, type Rect } from "./geometry.ts";
import type { GestureContext } from "./gestures.ts";
import { textAt } from "../editable-texts.ts";
import { insetOf } from "../style-reader.ts";

/**
 * A field over the card for the text of an element, which looks like it. It is laid out in pixels of the card
 * and then scaled, so that lines break where they do on the card. Enter, Escape or leaving it writes the
 * text: undo takes it back.
 */
export function InPlaceText({
  context,
  box,
  zoom,
  typed,
  point,
  close,
}: {
  context: GestureContext;
  box: SourceBox;
  /** Pixels on screen per pixel of the card. */
  zoom: number;
  /** What was typed before the field was there. It replaces the text. */
  typed: string;
  /** Where a double click started it on screen. The value there is selected. */
  point: Pick<MouseEvent, "clientX" | "clientY"> | undefined;
  /** @param next what was written; undefined if the text stays */
  close: (next?: string, isEnter?: boolean) => void;
}) {
  const { design, card } = context;
  const area = textArea(context.boxes, box);
  const { x, y, width: textWidth, height, fontSize, lineHeight, letterSpacing, fontFamily, ...look } = area;
  const lines = lineArea(context, box, area);
  const { left, top } = placeOnCard({ ...area, x: lines.x }, card);
  const field = useRef<HTMLTextAreaElement>(null);
  // The edit may change what the element shows, so this is read once.
  const text = useMemo(() => textAt(design, box.path), []);
  const valueIndex = useRef(0);
  // Before the next key is handled, which would be lost.
  useLayoutEffect(() => {
    if (text === undefined) close();
    const element = field.current;
    if (!element) return;
    element.style.background = groundOf(element.parentElement?.querySelector("img"), x + textWidth / 2, y);
    element.focus();
    // Some browsers lack this method: then the first value is selected.
    const caret = point && document.caretPositionFromPoint?.(point.clientX, point.clientY);
    const { selections } = text!;
    valueIndex.current = Math.max(
      0,
      selections.findIndex(([, end]) => caret && caret.offset <= end),
    );
    const selection = selections[valueIndex.current] ?? [0, element.value.length];
    element.setSelectionRange(...(typed === "" ? selection : ([typed.length, typed.length] as const)));
  }, []);
  const end = (next: string | undefined, isEnter: boolean) => {
    const isChanged = next !== text?.value;
    const aboutLength = design.notice.value; // a change clears it
    if (isChanged && next !== undefined)
      design.notice.value = text?.write(next, valueIndex.current) ?? aboutLength;
    close(isChanged ? next : undefined, isEnter);
  };
  // A date is written in full where the card shows a part of it: its ten characters are about 6 em wide.
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text?.value ?? "");
  const scale = isDate ? Math.min(1, lines.maxWidth / 6 / fontSize) : 1;
  const handlers = useCommitOnce(end, { isKept: true });
  if (text === undefined) return null;
  // Not while an input method composes: a word is often shorter than the letters it is typed with.
  const limit = (element: HTMLTextAreaElement) => {
    const { maxLength: most = Infinity } = text;
    design.notice.value = cutInput(element, most)
      ? `The text has at most ${most} characters. To allow more, change “Max. length” in Fields.`
      : undefined;
  };
  return (
    <textarea
      ref={field}
      class="in-place-text"
      aria-label="Text of the element"
      spellcheck={false}
      rows={1}
      style={{
        ...look,
        left,
        top,
        fontFamily: fontFamily.map((name) => `"${name} Variable", "${name}"`).join(", "), // bundled, or of the system
        fontSize: `${fontSize * scale}px`,
        lineHeight: `${lineHeight * scale}px`,
        letterSpacing: `${letterSpacing * scale}px`,
        textWrap: lines.textWrap,
        minWidth: `${Math.ceil(lines.width)}px`, // the engine's lines fit to a fraction of a pixel
        minHeight: `${height}px`,
        maxHeight: `${card.height - y}px`, // a longer text would scroll the page
        // One line may become longer than it is.
        maxWidth: `${Math.ceil(height < 1.5 * lineHeight ? lines.maxWidth : lines.width)}px`,
        "--zoom": zoom,
      }}
      defaultValue={typed || text.value}
      onInput={({ currentTarget, isComposing }) => !isComposing && limit(currentTarget)}
      onCompositionEnd={({ currentTarget }) => limit(currentTarget)}
      {...handlers}
    />
  );
}

/** Removes what was typed or pasted beyond so many characters. @returns whether the field has as many */
function cutInput(field: HTMLTextAreaElement, most: number): boolean {
  const { value, selectionStart: end } = field;
  const over = [...value].length - most;
  if (over > 0) {
    const kept = [...value.slice(0, end)].slice(0, -over).join("");
    field.setRangeText("", kept.length, end, "end");
  }
  return over >= 0;
}

/** Where lines of a text may be, how wide they become for a longer one, and how they are broken. */
function lineArea(context: GestureContext, box: SourceBox, text: Rect) {
  const styles = context.design.styles.value;
  const { element } = box;
  // A flex container centers its text.
  const isOfText = box.text && !styles.direction(element);
  const start = isOfText ? box.x + insetOf(styles, element, "left") : text.x;
  const end = isOfText ? box.x + box.width - insetOf(styles, element, "right") : text.x + text.width;
  const maxWidth = Math.max(end, lineEnd(context, box)) - start;
  let textWrap: string | undefined;
  for (let each: SourceElement | undefined = element; each && !textWrap; each = each.parent)
    textWrap = styles.text(each, "text-wrap");
  return { x: start, width: end - start, maxWidth, textWrap };
}

/** How far to the right a line may reach: to the padding of a column, or to the end of its box in a row. */
function lineEnd({ design, boxes }: GestureContext, box: SourceBox): number {
  const styles = design.styles.value;
  const around = boxAround(boxes, box);
  if (!around || styles.direction(around.element) === "row") return box.x + box.width;
  return around.x + around.width - (styles.pixels(around.element, "padding-right") ?? 0);
}

/** The area and the look of a text. An inline element and an empty one look like the text around them. */
function textArea(boxes: readonly SourceBox[], box: SourceBox): NonNullable<SourceBox["text"]> {
  if (box.text) return box.text;
  const { x, y, width, height } = box;
  const like = boxAround(boxes, box)?.text ?? boxes.find(({ text }) => text)?.text;
  const look = { fontFamily: ["Inter"], fontWeight: 400, textAlign: "start", color: "#111" };
  return { fontSize: 32, lineHeight: 40, letterSpacing: 0, ...look, ...like, x, y, width, height };
}

/** The color of the card at a point. */
function groundOf(image: HTMLImageElement | null | undefined, x: number, y: number): string {
  const context = document.createElement("canvas").getContext("2d");
  if (!context || !image) return "#fff";
  context.drawImage(image, x, y, 1, 1, 0, 0, 1, 1);
  return `rgb(${context.getImageData(0, 0, 1, 1).data.slice(0, 3).join(" ")})`;
}
