import type { ImageStore, ListedObject, ObjectMeta } from "@placard/storage";

/** Objects that are read at a time: renders in the same process need their share of the threads. */
const concurrency = 8;
/**
 * How many objects are deleted at a time: few enough that hardly one is replaced after its metadata was read.
 */
const batchSize = 128;

interface Options {
  store: Pick<ImageStore, "head" | "deleteAll">;
  /** Which listed objects are read. By default all. */
  isCandidate?: (object: ListedObject) => boolean;
  /** Decides by the metadata of an object, undefined if it is absent or damaged, whether it is deleted. */
  isDeletable: (metadata: ObjectMeta | undefined) => boolean;
  /** Called with objects before they are deleted. */
  beforeDeletion?: (objects: readonly FoundObject[]) => Promise<unknown>;
  /** Whether to stop, and leave the rest of the objects to another job. */
  isTimeUp: () => boolean;
}

export interface FoundObject {
  key: string;
  metadata: ObjectMeta | undefined;
}

/** What was deleted. */
interface Deletion {
  deleted: number;
  /** The key after which to continue; undefined if no objects are left. */
  after: string | undefined;
}

/**
 * Visits objects in the order of a listing, and deletes some of them, in batches that bound its memory.
 * Rejects with StorageUnavailableError, or as `beforeDeletion`.
 */
export async function deleteInBatches(
  objects: AsyncIterable<ListedObject>,
  { store, isCandidate = () => true, isDeletable, beforeDeletion, isTimeUp }: Options,
): Promise<Deletion> {
  let deleted = 0;
  let batch: string[] = [];

  async function deleteBatch(): Promise<void> {
    const found: FoundObject[] = [];
    for (let start = 0; start < batch.length; start += concurrency) {
      const keys = batch.slice(start, start + concurrency);
      const read = await Promise.all(keys.map(async (key) => ({ key, metadata: await store.head(key) })));
      found.push(...read.filter(({ metadata }) => isDeletable(metadata)));
    }
    batch = [];
    if (found.length === 0) return;
    await beforeDeletion?.(found);
    await store.deleteAll(found.map(({ key }) => key));
    deleted += found.length;
  }

  for await (const object of objects) {
    if (isCandidate(object)) batch.push(object.key);
    if (batch.length === batchSize) await deleteBatch();
    if (!isTimeUp()) continue;
    await deleteBatch();
    return { deleted, after: object.key };
  }
  await deleteBatch();
  return { deleted, after: undefined };
}

/** How long a job deletes objects before it leaves the rest to another one, in ms. */
export const deletionSliceMs = 5_000;

/** Returns a function that returns whether `ms` have passed. */
export function createTimeLimit(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}
