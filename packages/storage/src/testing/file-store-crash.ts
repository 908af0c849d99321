// Run by file-store.test.ts as a separate process, which it kills: overwrites a few keys forever and reports
// each completed write. All bytes of an object are equal, so that a mixed or partial one is recognized.
import { createFileStore } from "../file-store.ts";

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
