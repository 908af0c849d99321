import { CopyRow } from "./buttons.tsx";

/** Shows a new secret once. */
export interface SecretPanelProps {
  /** What has happened, as a sentence. */
  title: string;
  /** The last one is the secret. */
  values: readonly { label: string; value: string }[];
  /** A command for a first request with the secret. */
  command?: string | undefined;
}

export function SecretPanel({ title, values, command }: SecretPanelProps) {
  return (
    <div class="secret-panel" role="status">
      <p>
        <strong>{title}</strong> Copy the {values.at(-1)?.label} now: it is not shown again.
      </p>
      {values.map(({ label, value }) => (
        <>
          <p>{label}:</p>
          <CopyRow text={value} what={label} />
        </>
      ))}
      {command !== undefined && (
        <>
          <p>Try it:</p>
          <CopyRow text={command} what="command" />
        </>
      )}
    </div>
  );
}
