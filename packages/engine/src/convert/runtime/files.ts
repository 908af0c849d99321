// Replaces `node:fs` in the bundle of a card's module: files that don't exist are recorders.
import * as fs from "node:fs";
import * as promises from "node:fs/promises";
import { session } from "./current-session.ts";

const missing = () => session.record(["file"]);

function orMissing<T extends object>(module: T): T {
  const wrapped: T = new Proxy({} as T, {
    get(_target, key) {
      if (key === "promises") return orMissing(promises);
      const member = Reflect.get(module, key) as unknown;
      if (typeof member !== "function") return member ?? (key === "__esModule" ? true : undefined);
      return (...values: unknown[]) => {
        try {
          const result: unknown = Reflect.apply(member, module, values);
          return result instanceof Promise ? result.catch(missing) : result;
        } catch {
          return missing();
        }
      };
    },
    // Named imports are looked up in the prototype.
    getPrototypeOf: () => wrapped,
  });
  return wrapped;
}

export const files = orMissing(fs);
export const filePromises = orMissing(promises);
