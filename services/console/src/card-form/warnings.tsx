import type { ImageWarning } from "@placard/client";
import type { ComponentChildren } from "preact";
import { describeWarning } from "./notes.tsx";

/** Warnings about an image in plain words. @param label what screen readers say */
export function Warnings<Warning extends ImageWarning>({
  label = "Warnings",
  warnings,
  fixOf,
}: {
  label?: string;
  warnings: readonly Warning[];
  /** The button that fixes what a warning is about, if there is one. */
  fixOf?: (warning: Warning) => ComponentChildren;
}) {
  return (
    <ul class="warnings" aria-label={label}>
      {warnings.map((warning) => {
        const { field, message } = describeWarning(warning);
        return (
          <li>
            {field !== undefined && <strong>{field}: </strong>}
            {message}
            {fixOf?.(warning)}
          </li>
        );
      })}
    </ul>
  );
}
