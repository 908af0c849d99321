import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "../../../components/icon.tsx";
import { MessageText } from "../../../components/page.tsx";

/** A text field for a part of the source. It is written with Enter or when the focus leaves. */
export function SourceField({
  label,
  name,
  value,
  commit,
  hint,
  placeholder,
  title,
  step,
  stepBy,
}: {
  label: string;
  /** What screen readers say, if it is not the label. */
  name?: string;
  /** As it is written. */
  value: string;
  /** @returns why the value was refused */
  commit: (value: string) => string | undefined;
  hint?: ComponentChildren;
  placeholder?: string | undefined;
  title?: string;
  /** The next value with an arrow key; undefined if there is none. */
  step?: (value: string, by: number) => string | undefined;
  /** How much its buttons change the value. Without, there are none. */
  stepBy?: number | undefined;
}) {
  const id = useId();
  /** What was entered in place of a value, while it is not written, and why it was refused. */
  const input = useSignal<{ of: string; text: string; error?: string } | undefined>(undefined);
  const { text: entered, error } = input.value?.of === value ? input.value : {};

  function write(text: string) {
    const reason = text.trim() === value.trim() ? undefined : commit(text);
    input.value = reason === undefined ? undefined : { of: value, text, error: reason };
  }

  return (
    <div class="source-field">
      <label for={id} title={title}>
        {label}
      </label>
      <input
        id={id}
        aria-label={name}
        autocomplete="off"
        spellcheck={false}
        value={entered ?? value}
        placeholder={placeholder}
        title={value === "" ? title : value}
        aria-invalid={error === undefined ? undefined : "true"}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => (input.value = { of: value, text: currentTarget.value })}
        onBlur={({ currentTarget }) => entered !== undefined && write(currentTarget.value)}
        onKeyDown={(event) => {
          const { key, shiftKey, currentTarget } = event;
          const by = { ArrowUp: 1, ArrowDown: -1 }[key];
          const stepped = by && step?.(currentTarget.value, shiftKey ? 10 * by : by);
          if (key === "Enter") write(currentTarget.value);
          else if (key === "Escape" && entered !== undefined) input.value = undefined;
          else if (stepped !== undefined && stepped !== 0) write(stepped);
          else if (entered !== undefined) return event.stopPropagation();
          else return;
          event.preventDefault();
        }}
      />
      {stepBy !== undefined && (
        <div class="step-buttons">
          {([-1, 1] as const).map((sign) => (
            <button
              key={sign}
              type="button"
              class="plain"
              tabIndex={-1} // the arrow keys do the same
              aria-label={`${sign > 0 ? "More" : "Less"}: ${label}`}
              onClick={() => {
                const stepped = step?.(entered ?? value, sign * stepBy);
                if (stepped !== undefined) write(stepped);
              }}
            >
              <Icon name={sign > 0 ? "plus" : "minus"} />
            </button>
          ))}
        </div>
      )}
      <p id={`${id}-hint`} class={error === undefined ? "hint" : "field-error"}>
        {error === undefined ? hint : <MessageText text={error} />}
      </p>
    </div>
  );
}
