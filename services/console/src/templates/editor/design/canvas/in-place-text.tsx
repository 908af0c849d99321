import { useEffect, useRef } from "preact/hooks";
import type { Design } from "../design.ts";

/** A field over the card for the text of an element. Enter or leaving it writes the text, Escape doesn't. */
export function InPlaceText({
  design,
  path,
  place,
  close,
}: {
  design: Design;
  path: string;
  /** In the card. */
  place: Readonly<Record<"left" | "top" | "width" | "height", string>>;
  close: () => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = design.textOf(path);
  useEffect(() => {
    if (text === undefined) close();
    else field.current?.select();
  }, []);
  if (text === undefined) return null;

  function write(next: string) {
    if (next !== text) design.refusal.value = design.setText(path, next);
    close();
  }

  return (
    <textarea
      ref={field}
      class="in-place-text"
      aria-label="Text of the element"
      spellcheck={false}
      style={place}
      defaultValue={text}
      onBlur={({ currentTarget }) => write(currentTarget.value)}
      onKeyDown={({ key, shiftKey, currentTarget }) => {
        if (key === "Escape") close();
        else if (key === "Enter" && !shiftKey) write(currentTarget.value);
      }}
    />
  );
}
