// Run by file-store.test.ts as a process of its own, which is killed: overwrites a few keys for ever and tells which
// writes have ended. Every byte of an object is the same, so that mixed or half-written ones show.
import { createFileStore } from "./file-store.ts";

const [directory = ""] = process.argv.slice(2);
const store = createFileStore({ directory });

async function writeForever(key: string): Promise<never> {
  for (let round = 1; ; round++) {
    const bytes = Buffer.alloc(1 + Math.floor(Math.random() * 2_000_000), round % 256);
    await store.put(key, bytes, { contentType: "image/png", storedAt: round, expiresAt: round });
    process.send?.(key);
  }
}

await Promise.all(["a", "b", "c", "d"].map((id) => writeForever(`images/crash-${id}.png`)));
