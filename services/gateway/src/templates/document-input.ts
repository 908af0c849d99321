import { AppError, type FieldError, exactObject, toPointer } from "@placard/contracts";
import type { DocumentAsset, Problem, TemplateDocument } from "@placard/templates";
import { isDeepStrictEqual } from "node:util";
import Type, { type Static } from "typebox";
import type { CountCost } from "../http/access.ts";

/** The requests that a body with a template document counts as: compiling the largest one takes 100 ms. */
export const countDocument: CountCost = (body, perMinute) =>
  Math.min(Math.ceil(JSON.stringify(body ?? {}).length / 50_000), perMinute);

/** The maximum size of the body of a request with a template document, in bytes. */
export const maxDocumentBytes = 256 * 1024;

/** The schema of a template document in a request: `template.json`, `template.html`, asset IDs. */
export const documentInput = exactObject(
  {
    template: Type.Object({}, { description: "the content of `template.json`" }),
    json: Type.Optional(
      Type.String({ description: "the text of `template.json`, to keep it as it was written" }),
    ),
    html: Type.String({ description: "the content of `template.html`" }),
    assets: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 64 }), {
        description: "the ID of each asset by its path below `assets/`, such as `logo.svg`",
      }),
    ),
  },
  { title: "TemplateDocument" },
);

/** A template document in a request or a response. */
export type DocumentInput = Static<typeof documentInput>;

export type FindAsset = (owner: string, id: string) => Promise<DocumentAsset | undefined>;

/** How deep `template.json` can be nested. */
const maxDepth = 10;
const maxAssets = 64;

/** Reads a document of a valid body, and finds its assets. Throws AppError `validation_failed`. */
export async function readDocument(
  { template, json, html, assets: ids = {} }: DocumentInput,
  owner: string,
  findAsset: FindAsset,
): Promise<TemplateDocument> {
  if (isTooDeep(template)) throw invalid([{ path: "/template", message: "is nested too deep" }]);
  if (json !== undefined && !isTextOf(json, template))
    throw invalid([{ path: "/json", message: "must be the same JSON as `template`" }]);
  const names = Object.entries(ids);
  if (names.length > maxAssets)
    throw invalid([{ path: "/assets", message: `must have at most ${maxAssets} entries` }]);
  const found = await Promise.all(
    names.map(async ([name, id]) => [name, await findAsset(owner, id)] as const),
  );
  const missing = found.flatMap(([name, asset]) => (asset ? [] : [name]));
  if (missing.length > 0)
    throw invalid(
      missing.map((name) => ({
        path: toPointer("assets", name),
        message: "is not the ID of an asset of this account; upload the file first",
      })),
    );
  return {
    template: { ...template },
    ...(json !== undefined && { json }),
    html,
    assets: Object.fromEntries(found) as Record<string, DocumentAsset>,
  };
}

/** A document in the form in which it was sent. */
export function toDocumentInput({ assets, ...document }: TemplateDocument): DocumentInput {
  const ids = Object.entries(assets).map(([name, { id }]) => [name, id]);
  return { ...document, assets: Object.fromEntries(ids) as Record<string, string> };
}

/**
 * The AppError for a document with errors: `validation_failed`, with their lines and columns. Without the
 * text of `template.json`, its errors have none.
 */
export function documentErrors({ json }: TemplateDocument, problems: readonly Problem[]): AppError {
  const errors = problems.filter(({ severity }) => severity === "error");
  return invalid(
    errors.map(
      ({ file, pointer = "", predicate, severity: _, code: _code, line, column, message, ...others }) => {
        if (file === "template.html") return { path: "/html", line, column, message, ...others };
        const path = `/template${pointer}`;
        if (json !== undefined) return { path, line, column, message, ...others };
        return { path, message: predicate ?? message, ...others };
      },
    ),
  );
}

function invalid(details: FieldError[]): AppError {
  return new AppError("validation_failed", { details });
}

function isTextOf(json: string, value: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(json), value);
  } catch {
    return false;
  }
}

/** Whether `template.json` is nested deeper than a valid document can be. */
export function isTooDeep(value: unknown, depth = maxDepth): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isTooDeep(member, depth - 1));
}
