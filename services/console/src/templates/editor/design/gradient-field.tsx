import { useSignal } from "@preact/signals";
import { gradientAngle, gradientStops, resolveVariables, withAngle } from "./colors.ts";
import type { Design } from "./design.ts";
import { SourceField } from "./source-field.tsx";
import { stepNumbers } from "./steps.ts";
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
  /** @returns why it was refused */
  commit: (gradient: string) => string | undefined;
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
      <div class="source-field">
        <strong>Gradient</strong>
        <div
          class="swatches gradient-bar"
          role="group"
          aria-label="Color stops"
          style={{ backgroundImage: `linear-gradient(90deg, ${ramp})` }}
        >
          {stops.map(({ shown, percent }, i) => (
            <button
              key={i}
              type="button"
              class="plain row"
              aria-label={`Color stop ${i + 1}`}
              title={`Color stop ${i + 1}, at ${percent}%`}
              aria-pressed={i === index}
              style={{ left: `${percent}%` }}
              onClick={() => (selected.value = i)}
            >
              <i style={{ background: shown }} />
            </button>
          ))}
        </div>
      </div>
      <Swatches
        design={design}
        label={`color stop ${index + 1}`}
        color={stops[index]!.color}
        commit={(next) => commit(stops[index]!.replace(next))}
      />
      {angle !== undefined && (
        <SourceField
          label="Angle"
          title="90° is to the right, 180° down"
          value={String(angle)}
          commit={(entered) => commit(withAngle(gradient, parseFloat(entered) || 0))}
          step={stepNumbers}
          stepBy={15}
        />
      )}
    </div>
  );
}
