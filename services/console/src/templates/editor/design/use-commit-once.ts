import { useRef } from "preact/hooks";

/**
 * The handlers of a text field that is removed when editing ends. Enter or leaving the field ends it with the
 * text, Escape without, unless that keeps it. The removal may fire another `blur`, which does nothing.
 */
export function useCommitOnce(
  end: (text: string | undefined, isEnter: boolean) => void,
  { isKept = false } = {},
) {
  const isDone = useRef(false);
  const endOnce = (text: string | undefined, isEnter = false) => {
    if (isDone.current) return;
    isDone.current = true;
    end(text, isEnter);
  };
  type Field = HTMLInputElement | HTMLTextAreaElement;
  return {
    onBlur: ({ currentTarget }: { currentTarget: Field }) => endOnce(currentTarget.value),
    onKeyDown: (event: KeyboardEvent & { currentTarget: Field }) => {
      event.stopPropagation();
      if (event.isComposing) return; // a key of an input method
      if (event.key !== "Escape" && (event.key !== "Enter" || event.shiftKey)) return;
      event.preventDefault();
      const isEnter = event.key === "Enter";
      endOnce(isEnter || isKept ? event.currentTarget.value : undefined, isEnter);
    },
  };
}
