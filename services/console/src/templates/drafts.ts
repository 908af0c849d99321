import type { TemplateDocument } from "@placard/client";
import type { Loss } from "@placard/templates/convert";

/** A template that is being edited. */
export interface Draft {
  /** The text of `template.json`, which may not be valid. */
  json: string;
  html: string;
  /** Asset IDs by path below `assets/`. */
  assets: Readonly<Record<string, string>>;
  /** The version that the draft started from; undefined for a template that was never published. */
  version?: number | undefined;
  /** What the source of an imported card has and the draft does not, until the user hides it. */
  losses?: readonly Loss[] | undefined;
}

// Drafts are kept across reloads of this tab only, and signing out deletes them.
const prefix = "placard-draft-";

/** @returns the draft of a template in this tab, if there is one */
export function loadDraft(id: string): Draft | undefined {
  const text = sessionStorage.getItem(prefix + id);
  return text === null ? undefined : (JSON.parse(text) as Draft);
}

/** Keeps a draft in this tab. */
export function storeDraft(id: string, draft: Draft) {
  sessionStorage.setItem(prefix + id, JSON.stringify(draft));
}

export function removeDraft(id: string) {
  sessionStorage.removeItem(prefix + id);
}

/** @returns the IDs of the templates that have a draft */
export function listDrafts(): string[] {
  return Object.keys(sessionStorage)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

export function createDraft({ template, html, assets = {} }: TemplateDocument, version?: number): Draft {
  return { json: formatJson(template), html, assets, version };
}

/** Formats `template.json` in the way that the server counts its lines. */
export function formatJson(template: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify(template, null, 2)}\n`;
}
