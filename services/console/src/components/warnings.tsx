import type { ComponentChildren } from "preact";

/** Warnings about an image. @param label what screen readers say */
export function Warnings<Warning extends { field?: string; message: string }>({
  label = "Warnings",
  warnings,
  fixOf,
}: {
  label?: string;
  /** With the names of the fields that they are about. */
  warnings: readonly Warning[];
  /** The button that fixes what a warning is about, if there is one. */
  fixOf?: (warning: Warning) => ComponentChildren;
}) {
  return (
    <ul class="warnings" aria-label={label}>
      {warnings.map((warning) => (
        <li>
          {warning.field !== undefined && <strong>{warning.field}: </strong>}
          {warning.message}
          {fixOf?.(warning)}
        </li>
      ))}
    </ul>
  );
}
