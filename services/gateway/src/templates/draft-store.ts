import { createOwnedRecords } from "@placard/accounts";
import { AppError, hashJson } from "@placard/contracts";
import type { Platform } from "../platform.ts";
import type { DraftContent } from "./drafts.ts";

export interface StoredDraft extends DraftContent {
  /** The ID of the template. */
  id: string;
  /** The current version of the template when the draft was created; undefined if it had none. */
  version?: number;
  /** Epoch ms. */
  updatedAt: number;
}

const maxDrafts = 20;

/** Redis hash: template ID → JSON of a `StoredDraft`. Does not expire; deleted with the account. */
export const draftsKey = (accountId: string): string => `{placard}:drafts-of:${accountId}`;

/** The entity tag of a draft, quoted. */
export const etagOf = (draft: StoredDraft): string => `"${hashJson(draft)}"`;

/** The drafts of accounts. Every method rejects while Redis is unavailable. */
export function createDrafts({ redis, now }: Pick<Platform, "redis" | "now">) {
  const records = createOwnedRecords<StoredDraft>({ redis, keyOf: draftsKey, noun: "draft", max: maxDrafts });
  return {
    find: records.find,
    delete: (owner: string, id: string) => records.delete(owner, id),

    /** The drafts of an account, the one that was changed last first. */
    async list(owner: string): Promise<StoredDraft[]> {
      return (await records.list(owner)).toSorted((a, b) => b.updatedAt - a.updatedAt);
    },

    /**
     * Replaces the draft that has the entity tag `ifMatch`, or creates one if there is none. Throws AppError
     * `conflict` if the account's draft is another one, and those of `createOwnedRecords`.
     * @param version of the template, for a new draft: a draft that is replaced keeps its own
     */
    async put(
      owner: string,
      id: string,
      content: DraftContent,
      { ifMatch, version }: { ifMatch?: string | undefined; version?: number | undefined },
    ): Promise<StoredDraft> {
      const withVersion = (from: number | undefined): StoredDraft => ({
        id,
        ...content,
        ...(from !== undefined && { version: from }),
        updatedAt: now(),
      });
      if (ifMatch === undefined) {
        const draft = withVersion(version);
        await records.put(owner, id, draft, { exists: changedDraft() });
        return draft;
      }
      const replaced = await records.change(owner, id, (current) => {
        if (etagOf(current) !== ifMatch) throw changedDraft();
        return withVersion(current.version);
      });
      if (!replaced) throw changedDraft();
      return replaced;
    },
  };
}
export type Drafts = ReturnType<typeof createDrafts>;

function changedDraft(): AppError {
  return new AppError("conflict", {
    message: "The draft was changed or deleted since you read it. Get it, and send its `ETag` in `If-Match`.",
  });
}
