import type { ImageOptions } from "@placard/client";
import type { CardData } from "./data-form.ts";

/** What a user has entered in a workspace. */
export interface WorkspaceDraft {
  /** The selected template. */
  template: string;
  /** The data by template. */
  data: Readonly<Record<string, Readonly<CardData>>>;
  options: ImageOptions;
}

/** @returns the draft under a key, which is kept across reloads of this tab only; undefined if there is none */
export function loadWorkspaceDraft(key: string): WorkspaceDraft | undefined {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as WorkspaceDraft);
}

/** Keeps a draft in this tab. */
export function storeWorkspaceDraft(key: string, draft: WorkspaceDraft) {
  sessionStorage.setItem(key, JSON.stringify(draft));
}

/** Deletes the draft under a key, because another user may sign in. */
export function removeWorkspaceDraft(key: string) {
  sessionStorage.removeItem(key);
}
