import type { CardData } from "./card-data.ts";
import type { OutputTexts } from "./output-fields.tsx";

/** What a user has entered. */
export interface Draft {
  template: string;
  /** By template. */
  data: Readonly<Record<string, CardData>>;
  output: OutputTexts;
}

/** Reads a draft. Drafts are kept in this tab, and signing out deletes them. */
export function loadDraft(key: string): Draft | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as Draft);
}

export function storeDraft(key: string, draft: Draft): void {
  sessionStorage.setItem(key, JSON.stringify(draft));
}
