import { useSignal } from "@preact/signals";
import { gradientAngle, gradientStops, resolveVariables, withAngle } from "./colors.ts";
import type { Design } from "./design.ts";
import { Swatches } from "./swatches.tsx";

/** A gradient as a bar with its color stops and its angle. The stop that is selected has swatches. */
export function GradientField({
  design,
  gradient,
  commit,
}: {
  design: Design;
  /** As a template writes it. */
  gradient: string;
  commit: (gradient: string) => void;
}) {
  const selected = useSignal(0);
  const variables = design.variables.value;
  const stops = gradientStops(gradient).map((stop) => ({
    ...stop,
    shown: resolveVariables(stop.color, variables),
  }));
  const index = Math.min(selected.value, stops.length - 1);
  const angle = gradientAngle(gradient);
  const ramp = stops.map(({ shown, percent }) => `${shown} ${percent}%`).join(", ");
  return (
    <div class="property-field">
      <div class="source-field gradient-field">
        <strong>Gradient</strong>
        <div
          class="gradient-bar"
          role="group"
          aria-label="Color stops"
          style={{ backgroundImage: `linear-gradient(90deg, ${ramp})` }}
        >
          {stops.map(({ shown, percent }, i) => (
            <button
              key={i}
              type="button"
              class="plain"
              aria-label={`Color stop ${i + 1}`}
              title={`Color stop ${i + 1}, at ${percent}%`}
              aria-pressed={i === index}
              style={{ left: `${percent}%`, backgroundImage: `linear-gradient(${shown}, ${shown})` }}
              onClick={() => (selected.value = i)}
            />
          ))}
        </div>
        {angle !== undefined && (
          <label class="gradient-angle" title="Angle: 90° is to the right, 180° down">
            <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" style={{ rotate: `${angle}deg` }}>
              <path d="M12 20V4M5 11l7-7 7 7" />
            </svg>
            <input
              type="number"
              aria-label="Angle"
              step={15}
              value={angle}
              onChange={({ currentTarget }) => commit(withAngle(gradient, currentTarget.valueAsNumber || 0))}
            />
          </label>
        )}
      </div>
      <Swatches
        design={design}
        label={`color stop ${index + 1}`}
        color={stops[index]!.color}
        commit={(next) => commit(stops[index]!.replace(next))}
      />
    </div>
  );
}
