import { hashJson, neverExpires, sharedOwner, templateKey, templatePrefixOf } from "@placard/contracts";
import type { TemplateDocument } from "@placard/templates";

/** Attributes of a stored document. */
interface Attributes {
  contentType: string;
  /** Epoch ms. */
  storedAt: number;
  /** Epoch ms. */
  expiresAt: number;
  userMetadata: Readonly<Record<string, string>>;
}

/** What documents need of a store. Every method rejects with StorageUnavailableError. */
interface DocumentStore {
  get: (key: string) => Promise<{ bytes: Buffer; meta: Pick<Attributes, "userMetadata"> } | null | undefined>;
  put: (key: string, bytes: Buffer, attributes: Attributes) => Promise<unknown>;
  list: (prefix: string) => AsyncIterable<{ key: string }>;
}

interface Deps {
  store: DocumentStore;
  /** Epoch ms. */
  now: () => number;
}

/**
 * Creates access to the documents of templates in storage. A document never changes, and is kept until its
 * account is deleted, because links may name it. Every method rejects with StorageUnavailableError.
 */
export function createTemplateDocuments({ store, now }: Deps) {
  /** A document whose content does not match its hash counts as absent. */
  async function read(owner: string, hash: string): Promise<TemplateDocument | undefined> {
    const stored = await store.get(templateKey(owner, hash));
    if (!stored) return undefined;
    const document = JSON.parse(stored.bytes.toString()) as TemplateDocument;
    return hashJson(document) === hash ? document : undefined;
  }

  return {
    /**
     * Stores a document, and returns its hash. Do this before a record or a recipe names it. The fields keep
     * their order, in which they are listed, although it is not part of the hash.
     */
    async put(owner: string, document: TemplateDocument): Promise<string> {
      const hash = hashJson(document);
      await store.put(templateKey(owner, hash), Buffer.from(JSON.stringify(document)), {
        contentType: "application/json",
        storedAt: now(),
        expiresAt: neverExpires,
        userMetadata: { owner },
      });
      return hash;
    },

    /** A document of an account, or a shared one; undefined if there is none with this hash. */
    async get(owner: string, hash: string): Promise<TemplateDocument | undefined> {
      return (await read(owner, hash)) ?? read(sharedOwner, hash);
    },

    /** All documents of an account, with their hashes, one after the other. */
    async *list(owner: string): AsyncGenerator<{ hash: string; document: TemplateDocument }> {
      for await (const { key } of store.list(templatePrefixOf(owner))) {
        const stored = await store.get(key);
        // Accounts with the same tag have the same prefix.
        if (stored?.meta.userMetadata["owner"] !== owner) continue;
        const document = JSON.parse(stored.bytes.toString()) as TemplateDocument;
        yield { hash: hashJson(document), document };
      }
    },
  };
}
export type TemplateDocuments = ReturnType<typeof createTemplateDocuments>;
