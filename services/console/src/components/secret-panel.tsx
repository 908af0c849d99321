import { CopyRow } from "./buttons.tsx";

/** Shows a new secret once. */
export interface SecretPanelProps {
  /** What has happened, as a sentence. */
  title: string;
  /** The last one is the secret. */
  values: readonly { label: string; value: string }[];
}

export function SecretPanel({ title, values }: SecretPanelProps) {
  return (
    <div class="secret-panel" role="group" aria-label={title}>
      <p>
        <strong>{title}</strong> Copy the {values.at(-1)?.label} now: it is not shown again.
      </p>
      {values.map(({ label, value }) => (
        <CopyRow text={value} what={label} label={`Copy ${label}`} />
      ))}
    </div>
  );
}
