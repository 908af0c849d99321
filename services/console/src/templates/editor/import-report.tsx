import type { Loss } from "@placard/templates/convert";
import { SmallButton } from "../../components/small-button.tsx";
import { formatCount } from "../../components/counts.ts";
import { MessageText } from "../../components/page.tsx";

/** What an imported card lost, by the lines of its source. */
export function ImportReport({
  losses,
  hasProblems,
  hide,
}: {
  losses: readonly Loss[];
  hasProblems: boolean;
  hide: () => void;
}) {
  return (
    <section class="problem-list import-report" aria-label="Import report">
      <p class="problem-status">
        {losses.length === 0
          ? hasProblems
            ? "The card was imported. Fix the problems below."
            : "The card was imported completely."
          : `The import changed ${formatCount(losses.length, "thing")}. Line numbers refer to your HTML.`}{" "}
        <SmallButton label="Hide" run={hide} />
      </p>
      <ul class="problems" aria-label="Changes of the import">
        {losses.map(({ line, column, severity, what }) => (
          <li class="warning" key={`${line}:${column}:${what}`}>
            <span class="place">
              {line}:{column}
            </span>
            <strong>{severity === "dropped" ? "Dropped: " : "Approximated: "}</strong>
            <MessageText text={what} />
          </li>
        ))}
      </ul>
    </section>
  );
}
