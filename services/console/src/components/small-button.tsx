import type { ComponentChildren } from "preact";

/** A small button for a part of a page. @param name what screen readers say, if it is not the label */
export function SmallButton({
  label,
  name,
  title,
  isDisabled,
  run,
}: {
  label: ComponentChildren;
  name?: string;
  title?: string;
  isDisabled?: boolean;
  run: () => void;
}) {
  return (
    <button
      type="button"
      class="secondary small"
      aria-label={name}
      title={title}
      disabled={isDisabled}
      onClick={run}
    >
      {label}
    </button>
  );
}
