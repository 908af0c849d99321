import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "../../../components/icon.tsx";
import { Choice } from "../../../components/choice.tsx";
import type { Picture } from "./pictures.ts";

interface FrameProps {
  label: string;
  /** Whether a value is written, which can be reset. */
  isSet: boolean;
  title: string;
  hint: ComponentChildren;
  /** @param value empty to reset it */
  commit: (value: string) => void;
}

/** A list of values for a part of the source, each as a picture. */
export function PictureField({
  pictures,
  selected,
  ...frame
}: FrameProps & {
  pictures: readonly Picture[];
  /** The value of the picture for what is written or inherited. */
  selected: string;
}) {
  const id = useId();
  return (
    <Frame {...frame}>
      <div class="pictures" role="radiogroup" aria-label={frame.label}>
        <Choice
          name={`${id}-picture`}
          options={pictures.map(({ value, label: text, path, isTurned = false }) => [
            value,
            text,
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d={path} transform={isTurned ? "rotate(90 12 12)" : undefined} />
            </svg>,
          ])}
          selected={selected}
          onSelect={frame.commit}
        />
      </div>
    </Frame>
  );
}

/** Two sliders for the part of an image that stays visible when it is cropped, in percent. */
export function PositionField({
  value,
  ...frame
}: FrameProps & {
  /** What is written, or else the initial value. */
  value: string;
}) {
  const position = readPosition(value);
  return (
    <Frame {...frame} look="position-field">
      <div role="group" aria-label={frame.label}>
        {(["Horizontal", "Vertical"] as const).map((axis, i) => (
          <label key={axis}>
            {axis} {position[i]}%
            <input
              type="range"
              min="0"
              max="100"
              value={position[i]}
              onChange={({ currentTarget }) => {
                const moved = position.with(i, Number(currentTarget.value));
                frame.commit(moved.map((percent) => `${percent}%`).join(" "));
              }}
            />
          </label>
        ))}
      </div>
    </Frame>
  );
}

const percentOf: Readonly<Record<string, number>> = { left: 0, top: 0, center: 50, right: 100, bottom: 100 };

/** The percentages of an `object-position`, across and down; 50 for lengths. */
function readPosition(css: string): number[] {
  const words = css.trim().split(/\s+/);
  const isSwapped = /^(?:top|bottom)$/.test(words[0]!) || /^(?:left|right)$/.test(words[1] ?? "");
  const [across = "", down = ""] = isSwapped ? [words[1], words[0]] : words;
  return [across, down].map((word) => percentOf[word] ?? (/^[\d.]+%$/.test(word) ? parseFloat(word) : 50));
}

/** A part of the source with a button that resets it. */
function Frame({
  label,
  isSet,
  title,
  hint,
  commit,
  look = "",
  children,
}: FrameProps & { look?: string; children: ComponentChildren }) {
  return (
    <div class={`source-field ${look}`} title={title}>
      <strong>{label}</strong>
      {children}
      {isSet && (
        <button type="button" class="plain reset" aria-label={`Reset: ${label}`} onClick={() => commit("")}>
          <Icon name="close" />
        </button>
      )}
      <p class="hint">{hint}</p>
    </div>
  );
}
