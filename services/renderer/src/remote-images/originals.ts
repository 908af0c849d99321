import { LRUCache } from "lru-cache";
import { ImageUnavailableError } from "./image-unavailable.ts";

interface Deps {
  /** Fetches a file; tells `claim` of bytes before it keeps them. Ends by itself. */
  load: (url: string, claim: (bytes: number) => void) => Promise<Buffer>;
  /** Bytes of files kept for later. */
  keepBytes: number;
  /** How long a file is kept for later, in ms. */
  keepMs: number;
  /** Bytes of files being fetched or in use, past which no more are taken in. */
  holdBytes: number;
}

/** A file on its way or in use. */
interface Loan {
  bytes: Promise<Buffer>;
  claimed: number;
  users: number;
  settled: boolean;
}

/** Files from elsewhere, bounded in number of bytes and in time; those who want the same one share it. */
export function createOriginals({ load, keepBytes, keepMs, holdBytes }: Deps) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: keepBytes,
    sizeCalculation: (bytes) => Math.max(1, bytes.length),
    ttl: keepMs,
  });
  const loans = new Map<string, Loan>();
  let held = 0;

  function open(url: string): Loan {
    const claim = (bytes: number) => {
      if (held + bytes > holdBytes) throw new ImageUnavailableError("too many bytes of images are under way");
      held += bytes;
      loan.claimed += bytes;
    };
    const loan: Loan = { bytes: load(url, claim), claimed: 0, users: 0, settled: false };
    loans.set(url, loan);
    loan.bytes
      .then((bytes) => kept.set(url, bytes))
      .catch(() => {}) // whoever uses it sees the error
      .finally(() => {
        loan.settled = true;
        close(url, loan);
      });
    return loan;
  }

  function close(url: string, loan: Loan): void {
    if (!loan.settled || loan.users > 0 || loans.get(url) !== loan) return;
    loans.delete(url);
    held -= loan.claimed;
  }

  return {
    /** Lends a file to `use` until that has ended. Rejects as `load` or `use` does. */
    async lend<T>(url: string, use: (bytes: Buffer) => Promise<T>): Promise<T> {
      const found = kept.get(url);
      if (found) return use(found);
      const loan = loans.get(url) ?? open(url);
      loan.users++;
      try {
        return await use(await loan.bytes);
      } finally {
        loan.users--;
        close(url, loan);
      }
    },
  };
}
