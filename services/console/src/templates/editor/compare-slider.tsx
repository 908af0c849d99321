import { useSignal } from "@preact/signals";

/** Two images of the same size, on top of each other. A slider moves the border between them. */
export function CompareSlider({
  before,
  after,
}: Readonly<Record<"before" | "after", { label: string; src: string }>>) {
  const share = useSignal("50");
  return (
    <div class="compare">
      <div class="compare-images">
        <img src={before.src} alt={before.label} />
        <img src={after.src} alt={after.label} style={{ clipPath: `inset(0 0 0 ${share.value}%)` }} />
        <div class="compare-line" aria-hidden="true" style={{ left: `${share.value}%` }} />
      </div>
      <input
        type="range"
        min="0"
        max="100"
        value={share.value}
        aria-label={`Border between “${before.label}” and “${after.label}”`}
        onInput={({ currentTarget }) => (share.value = currentTarget.value)}
      />
      <div class="row between hint" aria-hidden="true">
        <span>{before.label}</span>
        <span>{after.label}</span>
      </div>
    </div>
  );
}
