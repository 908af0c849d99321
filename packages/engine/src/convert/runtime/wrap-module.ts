// Wraps modules in the bundle of a card's module.
import { session } from "./current-session.ts";
import { isElementLike } from "./recorder.ts";

type Wrap = (member: unknown, name: string, module: object) => unknown;

/** Wrapped modules of the card's project, by their paths. */
export const modules = new Map<string, object>();

/** A module with other members. */
export function wrapModule<T extends object>(module: T, wrap: Wrap): T {
  const wrapped: T = new Proxy({} as T, {
    get(_target, key) {
      const member = Reflect.get(module, key) as unknown;
      if (member === undefined && key === "default") return wrapped;
      return member === undefined && key === "__esModule" ? true : wrap(member, String(key), module);
    },
    ownKeys: () => Reflect.ownKeys(module), // for `export *`
    // Named imports are looked up in the prototype.
    getPrototypeOf: () => wrapped,
  });
  return wrapped;
}

/**
 * Of another module of the card's project. The result is a recorder if the function fails, finds nothing for a
 * value, loads data for one, or calculates what templates can't.
 */
export const wrapLookup: Wrap = (member, name) => {
  if (typeof member !== "function") return member;
  return new Proxy(member, {
    apply(target, self, values: unknown[]) {
      const before = session.progress;
      const isKnown = !values.some((value) => session.recorderOf(value));
      const give = (found: unknown, isData: boolean, hasFailed = false) => {
        const { searches, captured, caught, calculations, absences } = session.progress;
        const isCalculated = calculations > before.calculations && found !== null;
        const isNothing = found === undefined || found === null;
        // It may find nothing because of a value that is absent.
        const isFound = isNothing ? absences > before.absences && !hasFailed : searches > before.searches;
        if (isFound || captured !== before.captured || isMarkup(found)) return found;
        if (!isData && !isCalculated && caught === before.caught) return found;
        session.returnTo(before);
        if (!isData) session.lose(`The result of \`${name}()\` is now a field`, "approximated");
        const result = session.resultOf([name], values);
        if (typeof found === "object" && found) session.keepNumbers(result, found);
        return result;
      };
      const isMissing = isKnown && session.input.flipped.size > 0 && values.includes(undefined);
      const fail = (error: unknown) => {
        if (isMissing || (isKnown && session.isRendering)) throw error; // also of a component
        session.failed ??= error instanceof Error ? error : new Error(String(error));
        return give(undefined, true, true);
      };
      try {
        const result: unknown = Reflect.apply(target, self, values);
        if (result instanceof Promise) return result.then((found) => give(found, !isKnown), fail);
        return give(result, !isKnown && (result === undefined || result === null));
      } catch (error) {
        return fail(error);
      }
    },
  });
};

/** Elements, HTML, or a list of them. */
function isMarkup(value: unknown): boolean {
  if (typeof value === "string") return value.includes("<");
  if (session.isRecorder(value)) return session.recordedOf(value)!.entries !== undefined;
  return isElementLike(value) || (globalThis.Array.isArray(value) && value.some(isMarkup));
}

const changing =
  /^(?:write|append|copy|mk|open|rename|rm|unlink|symlink|link|truncate|f?ch(?:mod|own)|utimes|createWrite|spawn|fork|(?:cp|exec|execFile)(?:Sync)?$)/u;

/** Of a module of Node.js. Files are not changed, and no programs run: code caches images. */
export const wrapNode: Wrap = (member, name, module) => {
  if (changing.test(name)) return session.record(["file", name]);
  return typeof member === "object" && member ? wrapModule(member, wrapNode) : wrapFunction(member, module);
};

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
        if (!(result instanceof Promise)) return wrapFunction(result);
        const instead = missing(); // in the order of the code
        return result.catch(() => instead);
      } catch {
        return missing();
      }
    },
  });
}

const dateItself = /^(?:default|parse|parseISO|parseJSON|toDate|utc|tz|unix|from(?:ISO|JSDate|Millis|SQL))$/u;

/** Of a library of dates. A recorder has the methods of dates; other results of it are fields. */
export const wrapDates: Wrap = (member, name) => {
  if (typeof member !== "function") return member;
  const call = (values: readonly unknown[], run: () => unknown): unknown => {
    const [value, pattern] = values.map((each) => session.recorderOf(each) ?? each);
    const isMissing = values.length > 0 && /^(?:undefined|Invalid Date)$/u.test(String(value));
    if (isMissing && session.input.flipped.size > 0) throw new Error("The date is missing"); // not the current time
    if (!session.isRecorder(value)) return run();
    if (dateItself.test(name)) return value;
    if (name === "format") return (value as { format: (pattern: unknown) => unknown }).format(pattern);
    session.lose(`The result of \`${name}()\` is now a field`, "approximated");
    return session.resultOf([name], values);
  };
  return new Proxy(member, {
    get: (target, key) => {
      const own: unknown = Reflect.get(target, key);
      return key === "prototype" ? own : wrapDates(own, String(key), target);
    },
    apply: (target, self, values: unknown[]) => call(values, () => Reflect.apply(target, self, values)),
  });
};
