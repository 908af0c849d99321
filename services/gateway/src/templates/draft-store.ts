import { createOwnedRecords } from "@placard/accounts";
import { AppError, hashJson, parseJson } from "@placard/contracts";
import { isListed } from "../http/not-modified.ts";
import type { Platform } from "../platform.ts";
import { isTooDeep } from "./document-input.ts";
import type { DraftContent } from "./drafts.ts";

export interface StoredDraft extends DraftContent {
  /** The ID of the template. */
  id: string;
  /** The current version of the template when the draft was created; undefined if it had none. */
  version?: number;
  /** Epoch ms. */
  updatedAt: number;
}

/** What a list shows of a draft. */
type DraftSummary = Pick<StoredDraft, "id" | "updatedAt"> & { name: string };

const maxDrafts = 20;

/** The maximum length of a name in a list: that of a template's. */
const maxNameLength = 80;

/** Redis hash: template ID → JSON of a `StoredDraft`. Does not expire; deleted with the account. */
export const draftsKey = (accountId: string): string => `{placard}:drafts-of:${accountId}`;

/** Redis hash: template ID → JSON of a `DraftSummary`, for the same drafts. */
export const draftSummariesKey = (accountId: string): string => `{placard}:draft-summaries-of:${accountId}`;

/** The entity tag of a draft, quoted. */
export const etagOf = (draft: StoredDraft): string => `"${hashJson(draft)}"`;

/** The drafts of accounts. Every method rejects while Redis is unavailable. */
export function createDrafts({ redis, now }: Pick<Platform, "redis" | "now">) {
  const records = createOwnedRecords<StoredDraft>({
    redis,
    keyOf: draftsKey,
    summaries: { keyOf: draftSummariesKey, summarize },
    noun: "draft",
    max: maxDrafts,
  });
  return {
    find: records.find,

    /**
     * Deletes a draft. Returns false if there is none. With `ifMatch`, throws AppError `conflict` unless it
     * lists the entity tag of the draft.
     */
    async delete(owner: string, id: string, ifMatch?: string): Promise<boolean> {
      if (ifMatch === undefined) return records.delete(owner, id);
      const current = await records.find(owner, id);
      const isListedNow = current !== undefined && isListed(ifMatch, etagOf(current));
      if (!isListedNow || !(await records.delete(owner, id, { expected: current }))) throw conflict(ifMatch);
      return true;
    },

    /** All drafts of an account, the one that was changed last first. */
    readAll: async (owner: string): Promise<StoredDraft[]> => newestFirst(await records.list(owner)),

    /** Lists the drafts of an account without reading them, the one that was changed last first. */
    async list(owner: string): Promise<DraftSummary[]> {
      const summaries = await redis.hvals(draftSummariesKey(owner));
      return newestFirst(summaries.map((json) => JSON.parse(json) as DraftSummary));
    },

    /**
     * Replaces the draft whose entity tag `ifMatch` lists, or creates one if there is none. Throws AppError
     * `conflict` if the account's draft is another one, and the errors of `createOwnedRecords`.
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
        await records.put(owner, id, draft, { exists: conflict(ifMatch) });
        return draft;
      }
      const replaced = await records.change(owner, id, (current) => {
        if (!isListed(ifMatch, etagOf(current))) throw conflict(ifMatch);
        return withVersion(current.version);
      });
      if (!replaced) throw conflict(ifMatch);
      return replaced;
    },
  };
}
export type Drafts = ReturnType<typeof createDrafts>;

/** The name of a draft is that in `template.json`, or the ID if it has none. */
function summarize(draft: StoredDraft): DraftSummary {
  const { id, updatedAt } = draft;
  const name = templateOf(draft)?.name;
  const hasName = typeof name === "string" && name.trim() !== "";
  return { id, name: hasName ? name.slice(0, maxNameLength) : id, updatedAt };
}

/** The content of `template.json`; undefined while its text is not a JSON object, or is nested too deep. */
export function templateOf({ json }: Pick<StoredDraft, "json">): { name?: unknown } | undefined {
  const value = parseJson(json);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && !isTooDeep(value) ? value : undefined;
}

function newestFirst<Draft extends DraftSummary | StoredDraft>(drafts: readonly Draft[]): Draft[] {
  return drafts.toSorted((a, b) => b.updatedAt - a.updatedAt);
}

function conflict(ifMatch: string | undefined): AppError {
  const problem =
    ifMatch === undefined
      ? "The draft exists already."
      : /^\s*["*]/.test(ifMatch)
        ? "The draft was changed or deleted since you read it."
        : "`If-Match` has no strong `ETag` in quotation marks.";
  return new AppError("conflict", { message: `${problem} Get it, and send its \`ETag\` in \`If-Match\`.` });
}
