import type { TextFragment } from "./placed.ts";

/** A text in another place. */
export function moveText(fragment: TextFragment, dx: number, dy: number): TextFragment {
  const { letters, emphasis } = fragment;
  return {
    ...fragment,
    x: fragment.x + dx,
    y: fragment.y + dy,
    baseline: fragment.baseline + dy,
    ...(letters && { letters: letters.map(({ text, x }) => ({ text, x: x + dx })) }),
    ...(emphasis && { emphasis: moveText(emphasis, dx, dy) }),
  };
}
