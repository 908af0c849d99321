import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Design } from "../design.ts";
import { useCommitOnce } from "../use-commit-once.ts";

/** A field over the card for the text of an element. Enter or leaving it writes the text, Escape doesn't. */
export function InPlaceText({
  design,
  path,
  place,
  close,
}: {
  design: Design;
  /** Of the box. */
  path: string;
  /** In the card. */
  place: Readonly<Record<"left" | "top" | "width" | "height", string>>;
  close: () => void;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  // The edit may change what the element shows, so this is read once.
  const text = useMemo(() => design.textAt(path), []);
  useEffect(() => {
    if (text === undefined) close();
    else field.current?.select();
  }, []);
  const handlers = useCommitOnce((next) => {
    if (next !== undefined && next !== text?.value) design.refusal.value = text?.write(next);
    close();
  });
  if (text === undefined) return null;
  return (
    <textarea
      ref={field}
      class="in-place-text"
      aria-label="Text of the element"
      spellcheck={false}
      style={place}
      defaultValue={text.value}
      {...handlers}
    />
  );
}
