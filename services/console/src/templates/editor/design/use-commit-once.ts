import { useRef } from "preact/hooks";

/**
 * The handlers of a text field that is removed when editing ends. Enter or leaving the field ends it with the
 * text, Escape without, unless that keeps it. The removal may fire another `blur`, which does nothing.
 */
export function useCommitOnce(end: (text: string | undefined) => void, { isKept = false } = {}) {
  const isDone = useRef(false);
  const endOnce = (text: string | undefined) => {
    if (isDone.current) return;
    isDone.current = true;
    end(text);
  };
  type Field = HTMLInputElement | HTMLTextAreaElement;
  return {
    onBlur: ({ currentTarget }: { currentTarget: Field }) => endOnce(currentTarget.value),
    onKeyDown: (event: KeyboardEvent & { currentTarget: Field }) => {
      event.stopPropagation();
      if (event.isComposing) return; // a key of an input method
      if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return;
      event.preventDefault();
      endOnce(event.key === "Enter" || isKept ? event.currentTarget.value : undefined);
    },
  };
}
