import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "../../../components/icon.tsx";
import { MessageText } from "../../../components/page.tsx";

/** A text field for a part of the source. It is written with Enter or when the focus leaves. */
export function SourceField({
  label,
  value,
  commit,
  hint,
  placeholder,
  title,
  step,
  stepBy,
}: {
  label: string;
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
  /** What was entered, while it is not written. */
  const entered = useSignal<string | undefined>(undefined);
  const error = useSignal<string | undefined>(undefined);

  function write(next: string) {
    error.value = next.trim() === value.trim() ? undefined : commit(next);
    entered.value = error.value === undefined ? undefined : next;
  }

  return (
    <div class="source-field">
      <label for={id} title={title}>
        {label}
      </label>
      <input
        id={id}
        autocomplete="off"
        spellcheck={false}
        value={entered.value ?? value}
        placeholder={placeholder}
        title={value === "" ? title : value}
        aria-invalid={error.value === undefined ? undefined : "true"}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => (entered.value = currentTarget.value)}
        onBlur={({ currentTarget }) => entered.value !== undefined && write(currentTarget.value)}
        onKeyDown={(event) => {
          const { key, shiftKey, currentTarget } = event;
          const by = { ArrowUp: 1, ArrowDown: -1 }[key];
          const stepped = by && step?.(currentTarget.value, shiftKey ? 10 * by : by);
          if (key === "Enter") write(currentTarget.value);
          else if (key === "Escape" && entered.value !== undefined) entered.value = error.value = undefined;
          else if (stepped !== undefined && stepped !== 0) write(stepped);
          else if (entered.value !== undefined) return event.stopPropagation();
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
              aria-label={`${sign > 0 ? "More" : "Less"}: ${label}`}
              onClick={() => {
                const stepped = step?.(entered.value ?? value, sign * stepBy);
                if (stepped !== undefined) write(stepped);
              }}
            >
              <Icon name={sign > 0 ? "plus" : "minus"} />
            </button>
          ))}
        </div>
      )}
      <p id={`${id}-hint`} class={error.value === undefined ? "hint" : "field-error"}>
        {error.value === undefined ? hint : <MessageText text={error.value} />}
      </p>
    </div>
  );
}
