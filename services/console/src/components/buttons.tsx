import type { ComponentChildren } from "preact";
import { useConsole } from "../app/console.ts";

/** The look of a button: `primary` unless it says another. */
export type ButtonLook = "secondary" | "danger" | "secondary small";

interface ButtonProps {
  children: ComponentChildren;
  look?: ButtonLook;
  /** What screen readers say, if it is not the text of the button. */
  name?: string | undefined;
  disabled?: boolean;
  /** Why it is disabled. */
  description?: string | undefined;
}

export function ActionButton({
  children,
  look,
  name,
  description,
  disabled = false,
  onAction,
}: ButtonProps & { onAction: () => Promise<unknown> }) {
  const { actions } = useConsole();
  return (
    <button
      type="button"
      class={look}
      disabled={disabled}
      aria-label={name}
      aria-description={description}
      onClick={() => void actions.run(onAction)}
    >
      {children}
    </button>
  );
}

/**
 * A button that copies a text to the clipboard, even while an action runs.
 * @param what what is copied, as in the message “The … was copied”
 */
export function CopyButton({
  children,
  look,
  name,
  text,
  what,
}: ButtonProps & { text: string; what: string }) {
  const { messages } = useConsole();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => messages.show(`The ${what} was copied to the clipboard.`),
      () =>
        messages.showError(
          "The browser blocked access to the clipboard. Select the text and copy it yourself.",
        ),
    );
  return (
    <button type="button" class={look} aria-label={name} onClick={() => void copy()}>
      {children}
    </button>
  );
}

/** A text with a button that copies it. */
export function CopyRow({
  text,
  what,
  name = `Copy ${what}`,
}: {
  text: string;
  what: string;
  name?: string;
}) {
  return (
    <div class="row secret">
      <code tabIndex={0}>{text}</code>
      <CopyButton look="secondary" text={text} what={what} name={name}>
        Copy
      </CopyButton>
    </div>
  );
}
