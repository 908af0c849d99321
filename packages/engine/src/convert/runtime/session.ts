// Runs inside the bundle of a card's module: it stands for the data of the card, and records its use.

/** A value that the code of a card reads: a property of its data, of a request, or of a missing module. */
export interface Token {
  /** The character that stands for the value in texts. */
  readonly character: string;
  /** The names of the properties; `[]` is an entry of a list. */
  readonly path: readonly string[];
  readonly filters: readonly string[];
}

export interface RuntimeLoss {
  readonly what: string;
  readonly severity: "dropped" | "approximated";
  /** Of an error that was created where it happened. */
  readonly stack: string;
}

/** The characters of the private use area stand for values. */
export function characterOf(index: number): string {
  return String.fromCharCode(0xe000 + index);
}

const entry = "[]";

/** The key of the recorder in an object that it was spread into. */
export const spreadKey = Symbol("spread");

/** Methods whose result is shown as the value itself. */
const transformations = new Set(
  [
    "slice substring substr concat replace replaceAll normalize filter sort toSorted reverse toReversed flat",
    "padStart padEnd toFixed toPrecision format repeat split match",
  ].flatMap((names) => names.split(" ")),
);
const dateMethods = new Set(
  "toISOString toLocaleDateString toDateString toLocaleString toLocaleTimeString".split(" "),
);
const sameValue = new Set("toString valueOf trim trimStart trimEnd json text".split(" "));
const conditions = new Set("includes startsWith endsWith some every test equals".split(" "));

export class Session {
  readonly tokens: Token[] = [];
  readonly losses: RuntimeLoss[] = [];
  /** The paths of values that code converts to numbers. */
  readonly numbers = new Set<string>();
  /** The element of the card, with the options of its image. */
  captured: { readonly element: unknown; readonly options: unknown } | undefined;
  readonly #absent: ReadonlySet<string>;
  readonly #index: number;
  readonly #recorders = new WeakMap<object, Recorded>();
  readonly #spreads = new Map<unknown, RuntimeLoss>();
  readonly #mapped = new Set<string>();
  readonly #shownLists = new Set<string>();
  readonly #read = new Set<string>();
  readonly #called = new Set<string>();

  constructor(absent: ReadonlySet<string>, index: number) {
    this.#absent = absent;
    this.#index = index;
  }

  /** A value that has any property, can be called, and is a token as text. */
  record(path: readonly string[], filters: readonly string[] = [], entries?: Recorded["entries"]): unknown {
    return this.#create({ path, filters, entries }, {});
  }

  /** Stands for a module. Its named imports are looked up in its prototype. */
  recordModule(name: string): unknown {
    const module: object = this.#create(
      { path: [name], filters: [], entries: undefined },
      { getPrototypeOf: () => module, ownKeys: Reflect.ownKeys },
    );
    return module;
  }

  #create(recorded: Recorded, traps: ProxyHandler<() => void>): object {
    const { path } = recorded;
    const recorder: object = new Proxy(function () {}, {
      get: (target, key) => (key === "prototype" ? target.prototype : this.#get(recorded, key, recorder)),
      apply: (_target, _self, values: unknown[]) => this.#call(path, values),
      construct: (_target, values: unknown[]) => this.#call(path, values) as object,
      ownKeys: () => {
        this.#addSpread(path.join("."), recorder);
        return ["prototype", spreadKey];
      },
      getOwnPropertyDescriptor: (target, key) =>
        key === spreadKey
          ? { value: recorder, enumerable: true, configurable: true, writable: true }
          : Reflect.getOwnPropertyDescriptor(target, key),
      ...traps,
    });
    this.#recorders.set(recorder, recorded);
    return recorder;
  }

  #addSpread(name: string, recorder: object): void {
    if (this.#spreads.has(recorder)) return;
    this.lose(`The properties of \`{...${name || "props"}}\` are not known`, "dropped");
    this.#spreads.set(recorder, this.losses.at(-1)!);
  }

  /** The recorder that was spread into the props of a component, which reads them from it. */
  takeSpread(props: object): Readonly<Record<string, unknown>> | undefined {
    const recorder = (props as { [spreadKey]?: Readonly<Record<string, unknown>> })[spreadKey];
    const loss = this.#spreads.get(recorder);
    if (loss) this.losses.splice(this.losses.indexOf(loss), 1);
    this.#spreads.delete(recorder);
    return recorder;
  }

  /** The paths of lists that are shown entry by entry, the outer ones first. */
  get lists(): readonly string[] {
    return [...this.#mapped].filter((name) => this.#shownLists.has(name));
  }

  isRecorder(value: unknown): boolean {
    return typeof value === "function" && this.#recorders.has(value);
  }

  /** What code maps the entries of a list to, with the path of the list; undefined for other recorders. */
  loopOf(recorder: unknown): { readonly list: string; readonly entry: unknown } | undefined {
    const { path, entries } = this.#recorders.get(recorder as object)!;
    if (!entries) return undefined;
    this.#shownLists.add(path.join("."));
    return { list: path.join("."), entry: entries.entry };
  }

  /** The text that stands for a recorder. */
  textOf(recorder: unknown): string {
    const { path, filters } = this.#recorders.get(recorder as object)!;
    const isSame = (token: Token) =>
      token.path.join(".") === path.join(".") && token.filters.join() === filters.join();
    const token = this.tokens.find(isSame) ?? {
      character: characterOf(this.tokens.length),
      path,
      filters,
    };
    if (!this.tokens.includes(token)) this.tokens.push(token);
    return token.character;
  }

  /** Marks the value of a recorder as a number. */
  asNumber(recorder: unknown): unknown {
    this.numbers.add(this.#recorders.get(recorder as object)!.path.join("."));
    return recorder;
  }

  lose(what: string, severity: RuntimeLoss["severity"]): void {
    this.losses.push({ what, severity, stack: new Error(what).stack ?? "" });
  }

  /** The values that code has read and not called; a text may show them. */
  get read(): readonly string[] {
    return [...this.#read].filter((name) => !this.#called.has(name));
  }

  /** The path of a recorder as text; it is a function or a component. */
  call(recorder: unknown): string {
    const name = this.#recorders.get(recorder as object)?.path.join(".") ?? "";
    this.#called.add(name);
    return name;
  }

  #call(path: readonly string[], [first, options]: readonly unknown[]): unknown {
    if (isElementLike(first)) this.captured ??= { element: first, options };
    this.#called.add(path.join("."));
    return this.record(path);
  }

  #get(recorded: Recorded, key: string | symbol, recorder: object): unknown {
    const { path, filters, entries } = recorded;
    const name = path.join(".");
    const self = (loss?: string, added: readonly string[] = []) =>
      method(() => {
        if (loss !== undefined) this.lose(loss, "approximated");
        return this.record(path, [...filters, ...added], entries);
      });
    /** A property that is a method if it is called, and a value like others if it is shown. */
    const method = (run: Run): unknown => {
      const property = [...path, String(key)];
      if (this.#absent.has(property.join("."))) return undefined;
      const apply = (_target: unknown, _self: unknown, values: unknown[]) => run(...values);
      return this.#create({ path: property, filters: [], entries: undefined }, { apply });
    };
    const first = () => (entries ? entries.entry : this.record([...path, entry]));
    if (key === Symbol.toPrimitive) {
      return (hint: string) => {
        if (hint !== "number") return this.textOf(recorder);
        if (path[0] !== "file") this.lose(`A calculation with \`${name}\``, "dropped");
        return Number.NaN;
      };
    }
    if (key === Symbol.iterator) return () => [first()].values();
    if (key === spreadKey) return recorder;
    if (typeof key === "symbol" || key === "then" || key === "$$typeof" || key === "nodeType")
      return undefined;
    if (key === "__esModule") return true;
    if (key === "get" || key === "getAll")
      return method((property) =>
        typeof property === "string"
          ? this.#property(path, property, null)
          : this.record(path, filters, entries),
      );
    if (key === "has") return method(() => true);
    if (key === "map" || key === "flatMap")
      return method((run) => {
        this.#mapped.add(name);
        return this.record(path, filters, { entry: (run as Run)(first(), this.#index, recorder) });
      });
    if (key === "forEach") return method((run) => void (run as Run)(first(), this.#index, recorder));
    if (key === "find" || key === "at" || key === "pop" || key === "shift") return method(first);
    if (key === "join")
      return method(() => {
        this.lose(`\`${name}.join()\` shows the list as one text`, "approximated");
        return this.record(path, filters);
      });
    if (key === "length") {
      this.lose(`\`${name}.length\` counts as 3`, "approximated");
      return 3;
    }
    if (sameValue.has(key))
      return key === "toString" || key === "valueOf" ? () => this.textOf(recorder) : self();
    if (key === "toUpperCase" || key === "toLocaleUpperCase") return self(undefined, ["upper"]);
    if (key === "toLowerCase" || key === "toLocaleLowerCase") return self(undefined, ["lower"]);
    if (key === "charAt" || key === "0") {
      const letter = this.record(path, [...filters, "first"]);
      return key === "0" ? letter : method(() => letter);
    }
    if (dateMethods.has(key) && !this.numbers.has(name))
      return self(`\`${name}.${key}()\` became the filter \`date\``, ["date"]);
    if (transformations.has(key) || dateMethods.has(key)) return self(`\`${name}.${key}()\` is not applied`);
    if (conditions.has(key)) {
      return method(() => {
        this.lose(`The condition \`${name}.${key}()\` counts as not met`, "approximated");
        return false;
      });
    }
    return this.#property(path, key, undefined);
  }

  #property(path: readonly string[], key: string, missing: null | undefined): unknown {
    const property = [...path, key];
    if (path.join() === "fetch" && key === "ok") return true;
    if (path.join() === "fetch" && key === "status") return 200;
    if (this.#absent.has(property.join("."))) return missing;
    this.#read.add(property.join("."));
    return this.record(property);
  }
}

/** What a recorder stands for. */
interface Recorded {
  readonly path: readonly string[];
  readonly filters: readonly string[];
  /** Of a list that code maps: what it maps each entry to. */
  readonly entries: { readonly entry: unknown } | undefined;
}

type Run = (...values: unknown[]) => unknown;

/** An element of React, or an object that is written like one. */
export function isElementLike(value: unknown): value is { type: unknown; props: Record<string, unknown> } {
  return typeof value === "object" && value !== null && "type" in value && "props" in value;
}
