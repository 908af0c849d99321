import { errorCodes } from "@placard/contracts";
import type { GuideGroup } from "./guides.ts";
import type { OperationGroup } from "./listed-operation.ts";
import { referencePath } from "./page.ts";

/** What the search finds: a section of a guide, an operation or an error. */
export interface SearchEntry {
  /** The title of the page. */
  page: string;
  title: string;
  text: string;
  /** Words that are found like the title, and are not shown. */
  keywords?: string | undefined;
  /** Relative to the base URL. */
  path: string;
}

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
