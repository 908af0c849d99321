import { errorCodes } from "@placard/contracts";
import type { SearchEntry } from "@placard/contracts/search-entry";
import type { GuideGroup } from "./guides.ts";
import type { OperationGroup } from "./listed-operation.ts";
import { referencePath } from "./page.ts";

/** All entries, for the index that the browser creates. */
export function searchEntries(
  guideGroups: readonly GuideGroup[],
  operationGroups: readonly OperationGroup[],
): SearchEntry[] {
  const sections = guideGroups
    .flatMap(({ guides }) => guides)
    .flatMap(({ slug, title: page, sections: found }) =>
      found.map(({ id, title, level, text, keywords }) => ({
        page,
        title: level === 1 ? page : title,
        text,
        keywords,
        path: `docs/${slug}${id === "" ? "" : `#${id}`}`,
      })),
    );
  const operations = operationGroups
    .flatMap((group) => group.operations)
    .map(({ method, path, operation: { operationId, summary, description = "" } }) => ({
      page: "API reference",
      title: summary,
      text: `${method.toUpperCase()} ${path} ${operationId} ${description.replaceAll("`", "")}`.trim(),
      path: `${referencePath}#${operationId}`,
    }));
  const errors = Object.entries(errorCodes).map(([code, { status, message }]) => ({
    page: "Errors",
    title: code,
    text: `${status} ${message.replaceAll("`", "")}`,
    path: `${referencePath}#error-${code}`,
  }));
  return [...sections, ...operations, ...errors];
}
