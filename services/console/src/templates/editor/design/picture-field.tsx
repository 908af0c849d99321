import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Choice } from "../../../components/choice.tsx";
import type { Picture } from "./pictures.ts";

/** A list of values for a part of the source, each as a picture. */
export function PictureField({
  label,
  pictures,
  selected,
  isSet,
  title,
  hint,
  commit,
}: {
  label: string;
  pictures: readonly Picture[];
  /** The value of the picture for what is written or inherited. */
  selected: string;
  /** Whether a value is written, which can be reset. */
  isSet: boolean;
  title: string;
  hint: ComponentChildren;
  commit: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="source-field" title={title}>
      <strong>{label}</strong>
      <div class="pictures" role="radiogroup" aria-label={label}>
        <Choice
          name={`${id}-picture`}
          options={pictures.map(({ value, label: text, path, isTurned = false }) => [
            value,
            text,
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d={path} transform={isTurned ? "rotate(90 12 12)" : undefined} />
            </svg>,
          ])}
          selected={selected}
          onSelect={commit}
        />
      </div>
      {isSet && (
        <button type="button" class="plain reset" aria-label={`Reset: ${label}`} onClick={() => commit("")}>
          ×
        </button>
      )}
      <p class="hint">{hint}</p>
    </div>
  );
}
