import type { TemplateDocument } from "@placard/client";

/** A template that is being edited. */
export interface Draft {
  /** The text of `template.json`, which may not be valid. */
  json: string;
  html: string;
  /** Asset IDs by path below `assets/`. */
  assets: Readonly<Record<string, string>>;
}

/** Where the browser stores whether the user last worked on the design or on the code. */
export const viewKey = "placard-editor-view";

/** A draft of the account. */
export interface StoredDraft {
  draft: Draft;
  /** Identifies this state of it on the server; undefined if the server has none. */
  etag: string | undefined;
  /** The version of the template that it was created from; undefined if there was none. */
  version: number | undefined;
}

/** The draft of a document. Its texts have `\n` at the ends of lines, as code editors have them. */
export function createDraft({
  template,
  json = formatJson(template),
  html,
  assets = {},
}: TemplateDocument): Draft {
  return { json: withLineFeeds(json), html: withLineFeeds(html), assets };
}

function withLineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

export function isSameDraft(a: Draft, b: Draft): boolean {
  return a.json === b.json && a.html === b.html && JSON.stringify(a.assets) === JSON.stringify(b.assets);
}

/** Formats `template.json` in the way that the server counts its lines. */
function formatJson(template: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(template, null, 2)}\n`;
}
