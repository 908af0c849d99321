// Wraps modules in the bundle of a card's module.
import { session } from "./current-session.ts";

type Wrap = (member: unknown, name: string, module: object) => unknown;

/** A module with other members. */
export function wrapModule<T extends object>(module: T, wrap: Wrap): T {
  const wrapped: T = new Proxy({} as T, {
    get(_target, key) {
      const member = Reflect.get(module, key) as unknown;
      if (member === undefined && key === "default") return wrapped;
      return member === undefined && key === "__esModule" ? true : wrap(member, String(key), module);
    },
    // Named imports are looked up in the prototype.
    getPrototypeOf: () => wrapped,
  });
  return wrapped;
}

/** Of another module of the card: a function that finds nothing for a value gives a recorder. */
export const wrapLookup: Wrap = (member, name) => {
  if (typeof member !== "function") return member;
  return new Proxy(member, {
    apply(target, self, values: unknown[]) {
      const isKnown = !values.some((value) => session.recorderOf(value));
      const { searches } = session;
      const find = (found: unknown) =>
        isKnown || session.searches > searches ? found : (found ?? session.resultOf([name], values));
      const result: unknown = Reflect.apply(target, self, values);
      return result instanceof Promise ? result.then(find) : find(result);
    },
  });
};

/** Of a module of Node.js. */
export const wrapNode: Wrap = (member, _name, module) =>
  typeof member === "object" && member ? wrapModule(member, wrapNode) : wrapFunction(member, module);

/** A function that fails, or makes bytes of a value, gives a recorder. */
export function wrapFunction(value: unknown, self?: object): unknown {
  if (typeof value !== "function") return value;
  return new Proxy(value, {
    get: (target, key) => (key === "prototype" ? target.prototype : wrapFunction(Reflect.get(target, key))),
    apply(target, _self, values: unknown[]) {
      const missing = () => session.resultOf(["file"], values);
      const recorder = value === globalThis.Buffer.from && session.recorderOf(values[0]);
      if (recorder) return recorder;
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
