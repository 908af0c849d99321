import { PlacardError, type PlacardClient } from "@placard/client";
import { signal } from "@preact/signals";
import { isSameDraft, type Draft } from "../drafts.ts";

/** Pause after the last change before it is saved. */
const pauseMs = 600;
const retryMs = 5_000;

/**
 * `failed`: saved again after a pause. `refused`: it is too large, or there are too many; saved again after
 * the next change. `conflict`: it was changed, published or discarded elsewhere. Nothing is saved until
 * `overwrite`.
 */
type SaveState = "saved" | "saving" | "failed" | "refused" | "conflict";

/**
 * Saves the draft of a template to the account, one request at a time.
 * @param etag of the draft on the server; undefined if it has none
 * @param onError called with each error but conflicts
 */
export function createDraftSaver(
  id: string,
  etag: string | undefined,
  client: Pick<PlacardClient, "getDraft" | "putDraft" | "deleteDraft">,
  onError: (error: unknown) => void,
) {
  const state = signal<SaveState>("saved");
  const other = signal<Draft | undefined>(undefined);
  let next: { draft: Draft | undefined } | undefined;
  let running: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  async function write(draft: Draft | undefined) {
    if (draft) {
      const { meta } = await client.putDraft(id, draft, { ifMatch: etag });
      etag = meta.headers.get("etag") ?? undefined;
    } else if (etag !== undefined) {
      await client.deleteDraft(id).catch(ignoreNotFound);
      etag = undefined;
    }
  }

  /** A request whose response was lost has saved the draft. @returns whether it is another one */
  async function isOtherDraft(draft: Draft | undefined): Promise<boolean> {
    const stored = await client.getDraft(id).catch(ignoreNotFound);
    etag = stored?.meta.headers.get("etag") ?? undefined;
    const { json, html, assets = {} } = stored?.data ?? {};
    other.value = json === undefined || html === undefined ? undefined : { json, html, assets };
    return !(draft && other.value && isSameDraft(draft, other.value));
  }

  async function run() {
    try {
      while (next && state.value !== "conflict") {
        const current = next;
        try {
          await write(current.draft);
        } catch (error) {
          if (!hasCode(error, "conflict")) throw error;
          if (await isOtherDraft(current.draft)) state.value = "conflict";
        }
        if (next === current && state.peek() !== "conflict") next = undefined;
      }
      if (!next) state.value = "saved";
    } catch (error) {
      const isRefused = hasCode(error, "payload_too_large") || hasCode(error, "limit_reached");
      state.value = isRefused ? "refused" : "failed";
      if (!isRefused && !isClosed) timer = setTimeout(() => void flush(), retryMs);
      onError(error);
    }
  }

  /** Saves now. */
  function flush(): Promise<void> {
    clearTimeout(timer);
    return (running ??= run().finally(() => (running = undefined)));
  }

  return {
    state,
    /** The draft that a conflict is with; undefined if it was published or discarded. */
    other,
    flush,
    /** Saves a draft soon, or deletes it if it is undefined. */
    save(draft: Draft | undefined) {
      next = { draft };
      if (state.value === "conflict") return;
      state.value = "saving";
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), pauseMs);
    },
    /** Replaces the draft that another tab has stored. */
    overwrite() {
      state.value = "saving";
      return flush();
    },
    /** Saves now, for the last time. @returns what could not be saved */
    async close() {
      isClosed = true;
      await flush();
      clearTimeout(timer);
      return next?.draft && state.value !== "conflict" ? { draft: next.draft, etag } : undefined;
    },
  };
}

function hasCode(error: unknown, code: PlacardError["code"]): boolean {
  return error instanceof PlacardError && error.code === code;
}

function ignoreNotFound(error: unknown): undefined {
  if (!hasCode(error, "not_found")) throw error;
}
