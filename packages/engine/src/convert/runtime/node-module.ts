// Wraps the modules of Node.js in the bundle of a card's module: a function that fails gives a recorder.
import { session } from "./current-session.ts";

const missing = () => session.record(["file"]);

export function wrapModule<T extends object>(module: T): T {
  const wrapped: T = new Proxy({} as T, {
    get(_target, key) {
      const member = Reflect.get(module, key) as unknown;
      if (key === "default" && member === undefined) return wrapped;
      if (typeof member === "object" && member) return wrapModule(member);
      return member === undefined && key === "__esModule" ? true : wrapFunction(member, module);
    },
    // Named imports are looked up in the prototype.
    getPrototypeOf: () => wrapped,
  });
  return wrapped;
}

function wrapFunction(value: unknown, self?: object): unknown {
  if (typeof value !== "function") return value;
  return new Proxy(value, {
    get: (target, key) => (key === "prototype" ? target.prototype : wrapFunction(Reflect.get(target, key))),
    apply(target, _self, values: unknown[]) {
      try {
        const texts = values.map((each) => (session.isRecorder(each) ? session.textOf(each) : each));
        const result: unknown = Reflect.apply(target, self, texts);
        return result instanceof Promise ? result.catch(missing) : wrapFunction(result);
      } catch {
        return missing();
      }
    },
  });
}
