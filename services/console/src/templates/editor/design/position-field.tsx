import type { ComponentChildren } from "preact";

const axes = ["Horizontal", "Vertical"] as const;
const percentOf: Readonly<Record<string, number>> = { left: 0, top: 0, center: 50, right: 100, bottom: 100 };

/** Two sliders for the part of an image that stays visible when it is cropped, in percent. */
export function PositionField({
  label,
  value,
  isSet,
  title,
  hint,
  commit,
}: {
  label: string;
  /** What is written, or else the initial value. */
  value: string;
  /** Whether a value is written, which can be reset. */
  isSet: boolean;
  title: string;
  hint: ComponentChildren;
  commit: (value: string) => void;
}) {
  const position = readPosition(value);
  return (
    <div class="source-field position-field" role="group" aria-label={label} title={title}>
      <strong>{label}</strong>
      <div>
        {axes.map((axis, i) => (
          <label key={axis}>
            {axis} {position[i]}%
            <input
              type="range"
              min="0"
              max="100"
              value={position[i]}
              onChange={({ currentTarget }) => {
                const moved = position.with(i, Number(currentTarget.value));
                commit(moved.map((percent) => `${percent}%`).join(" "));
              }}
            />
          </label>
        ))}
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

/** The percentages of an `object-position`, across and down; 50 for lengths. */
function readPosition(css: string): number[] {
  const words = css.trim().split(/\s+/);
  const isSwapped = /^(?:top|bottom)$/.test(words[0]!) || /^(?:left|right)$/.test(words[1] ?? "");
  const [across = "", down = ""] = isSwapped ? [words[1], words[0]] : words;
  return [across, down].map((word) => percentOf[word] ?? (/^[\d.]+%$/.test(word) ? parseFloat(word) : 50));
}
