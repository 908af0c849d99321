import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Design } from "../design.ts";
import { useCommitOnce } from "../use-commit-once.ts";
import type { SourceBox } from "./boxes.ts";

/** Where lines of a text may be, in pixels of the card. */
export interface LineArea {
  readonly x: number;
  readonly width: number;
  /** How wide it becomes for a longer line. */
  readonly maxWidth: number;
  /** How lines are broken: a value of CSS. */
  readonly textWrap: string | undefined;
}

/**
 * A field over the card for the text of an element, which looks like it. It is laid out in pixels of the card
 * and then scaled, so that lines break where they do on the card. Enter, Escape or leaving it writes the
 * text: undo takes it back.
 */
export function InPlaceText({
  design,
  path,
  look: { x, y, width: textWidth, height, fontSize, lineHeight, letterSpacing, fontFamily, ...look },
  place: { left, top },
  lines: { width, maxWidth, textWrap },
  zoom,
  typed,
  close,
}: {
  design: Design;
  /** Of the box. */
  path: string;
  /** Where its text is, and how it looks. */
  look: NonNullable<SourceBox["text"]>;
  /** Its place in the card, in percent. */
  place: { left: string; top: string };
  lines: LineArea;
  /** Pixels on screen per pixel of the card. */
  zoom: number;
  /** What was typed before the field was there. It replaces the text. */
  typed: string;
  close: () => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  // The edit may change what the element shows, so this is read once.
  const text = useMemo(() => design.textAt(path), []);
  // Before the next key is handled, which would be lost.
  useLayoutEffect(() => {
    if (text === undefined) close();
    const element = field.current;
    if (!element) return;
    element.style.background = groundOf(element.parentElement?.querySelector("img"), x + textWidth / 2, y);
    element.focus();
    element.setSelectionRange(typed.length, element.value.length); // all of it, unless it was typed
  }, []);
  const end = (next: string | undefined) => {
    if (next !== undefined && next !== text?.value) design.refusal.value = text?.write(next);
    close();
  };
  const handlers = useCommitOnce(end, { isKept: true });
  if (text === undefined) return null;
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
        fontSize: `${fontSize}px`,
        lineHeight: `${lineHeight}px`,
        letterSpacing: `${letterSpacing}px`,
        textWrap,
        minWidth: `${Math.ceil(width)}px`, // the engine's lines fit to a fraction of a pixel
        minHeight: `${height}px`,
        // One line may become longer than it is.
        maxWidth: `${Math.ceil(height < 1.5 * lineHeight ? maxWidth : width)}px`,
        "--zoom": zoom,
      }}
      defaultValue={typed || text.value}
      {...handlers}
    />
  );
}

/** The color of the card at a point. */
function groundOf(image: HTMLImageElement | null | undefined, x: number, y: number): string {
  const context = document.createElement("canvas").getContext("2d");
  if (!context || !image) return "#fff";
  context.drawImage(image, x, y, 1, 1, 0, 0, 1, 1);
  return `rgb(${context.getImageData(0, 0, 1, 1).data.slice(0, 3).join(" ")})`;
}
