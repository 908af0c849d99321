import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCodes } from "@placard/contracts";
import type { SearchEntry } from "@placard/contracts/search-entry";
import type { OpenApi, OperationObject } from "./types.ts";

/** What all pages of the documentation are created from. */
export interface Site {
  /** The files that pages load, relative to the base URL. */
  files: { styles: string; script: string; icon: string };
  guideGroups: readonly GuideGroup[];
  document: OpenApi;
  operationGroups: readonly OperationGroup[];
}

/** Guides under one heading of the sidebar. */
export interface GuideGroup {
  title: string;
  guides: readonly Guide[];
}

/** A guide that was rendered when the console was built. */
export interface Guide {
  /** Its page is `/docs/<slug>`. */
  slug: string;
  title: string;
  /** One sentence. */
  summary: string;
  sections: readonly GuideSection[];
  /** The content without the title. Links are relative to `/docs/`. */
  html: string;
}

/** A heading of a guide with the text below it. Text above the first heading has an empty `id`. */
interface GuideSection {
  /** The anchor. */
  id: string;
  title: string;
  /** 1 for the title of the guide. */
  level: number;
  /** Without markup. */
  text: string;
  /** Words for the search that the section does not contain. */
  keywords?: string | undefined;
}

/** Operations with the same tag. */
export interface OperationGroup {
  /** The tag. */
  name: string;
  title: string;
  operations: readonly ListedOperation[];
}

/** An operation with its path, such as `/api/v1/keys/{id}`, and its method in lower case. */
export type ListedOperation = OperationObject & { path: string; method: string };

/** The API reference. */
export const referencePage = {
  path: "docs/reference",
  title: "API reference",
  summary: "All operations with their fields, examples and errors.",
};

/** Reads the guides. @param directory the output of `services/console/build.mjs` */
export function readGuides(directory: string): readonly GuideGroup[] {
  return JSON.parse(readFileSync(join(directory, "guides.json"), "utf8")) as GuideGroup[];
}

/** Lists the operations of a document by tag. */
export function groupOperations({ paths, tags }: OpenApi): OperationGroup[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
  );
  return tags.map(({ name, description }) => ({
    name,
    title: description,
    operations: all.filter(({ tags: [tag] }) => tag === name),
  }));
}

/** All entries, for the index that the browser creates. */
export function searchEntries({ guideGroups, operationGroups }: Site): SearchEntry[] {
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
    .map(({ method, path, operationId, summary, description = "" }) => ({
      page: referencePage.title,
      title: summary,
      text: `${method.toUpperCase()} ${path} ${operationId} ${description.replaceAll("`", "")}`.trim(),
      path: `${referencePage.path}#${operationId}`,
    }));
  const errors = Object.entries(errorCodes).map(([code, { status, message, help }]) => ({
    page: "Errors",
    title: code,
    text: `${status} ${message} ${help}`.replaceAll("`", ""),
    path: `${referencePage.path}#error-${code}`,
  }));
  return [...sections, ...operations, ...errors];
}
