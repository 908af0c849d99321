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

declare const placardCardFile: string;

/** The key of the recorder in an object that it was spread into. */
export const spreadKey = Symbol("spread");

/** Methods whose result is shown as the value itself. */
const transformations = new Set(
  [
    "slice substring substr concat replace replaceAll normalize filter sort toSorted reverse toReversed flat",
    "padStart padEnd toFixed toPrecision toLocaleString format repeat",
  ].flatMap((names) => names.split(" ")),
);
const dateMethods = new Set("toISOString toLocaleDateString toDateString toLocaleTimeString".split(" "));
const sameValue = new Set("toString valueOf trim trimStart trimEnd json text".split(" "));
const conditions = new Set("includes startsWith endsWith some every test equals".split(" "));

export class Session {
  readonly tokens: Token[] = [];
  readonly #losses: RuntimeLoss[] = [];
  /** The paths of values that code converts to numbers. */
  readonly numbers = new Set<string>();
  /** The conditions on values that code has asked for, such as `kind.includes()`. */
  readonly conditions = new Set<string>();
  /** The paths of what functions returned to the card's file. */
  readonly results = new Set<string>();
  /** The element or the HTML of the card, the options of its image, and where it was created. */
  captured: { readonly element: unknown; readonly options: unknown; readonly stack: string } | undefined;
  /** Whether the modules are loaded, and the code of the card runs. */
  isStarted = false;
  /** Whether the card is rendered. Between its creation and this, code only encodes the image. */
  isRendering = false;
  /** The first error that the code caught before there was a card. */
  caught: string | undefined;
  /** The functions that modules passed on when they were loaded, such as handlers of requests. */
  readonly handlers: unknown[] = [];
  readonly #absent: ReadonlySet<string>;
  readonly #index: number;
  readonly #recorders = new WeakMap<object, Recorded>();
  /** The recorders that code has spread, until a component reads its props from them. */
  readonly #spreads = new Map<unknown, RuntimeLoss>();
  readonly #mapped = new Set<string>();
  readonly #shownLists = new Set<string>();
  /** Where values were read; those that modules read when they are loaded have no place. */
  readonly #readAt = new Map<string, string | undefined>();
  readonly #called = new Set<string>();
  readonly #passed = new Set<string>();
  /** By function and place: the values that code has passed. */
  readonly #calls = new Map<string, string[]>();

  constructor(absent: ReadonlySet<string>, index: number) {
    this.#absent = absent;
    this.#index = index;
  }

  /** A value that has any property, can be called, and is a token as text; undefined if it is absent. */
  record(path: readonly string[], filters: readonly string[] = [], entries?: Recorded["entries"]): unknown {
    if (this.#absent.has(path.join("."))) return undefined;
    return this.#create({ path, filters, entries, losses: [] }, {});
  }

  /** Notes an error that the code of a card catches: it may show another card because of it. */
  addCaught(error: unknown): void {
    if (!this.captured) this.caught ??= error instanceof Error ? error.message : String(error);
  }

  /** Stands for a module. Its named imports are looked up in its prototype. */
  recordModule(name: string): unknown {
    const module: object = this.#create(
      { path: [name], filters: [], entries: undefined, losses: [] },
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
        const what = `The properties of \`{...${path.join(".") || "props"}}\` are not known`;
        if (!this.#isDone) this.#spreads.set(recorder, createLoss(what, "dropped"));
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

  /** The recorder that was spread into the props of a component, which reads them from it. */
  takeSpread(props: object): Readonly<Record<string, unknown>> | undefined {
    const recorder = (props as { [spreadKey]?: Readonly<Record<string, unknown>> })[spreadKey];
    this.#spreads.delete(recorder);
    return recorder;
  }

  get losses(): readonly RuntimeLoss[] {
    return [...this.#losses, ...this.#spreads.values()];
  }

  /** The paths of lists that are shown entry by entry, the outer ones first. */
  get lists(): readonly string[] {
    return [...this.#mapped].filter((name) => this.#shownLists.has(name));
  }

  isRecorder(value: unknown): boolean {
    return typeof value === "function" && this.#recorders.has(value);
  }

  /** A recorder, or one for the text that stands for it. */
  recorderOf(value: unknown): unknown {
    if (this.isRecorder(value)) return value;
    const token = this.tokens.find(({ character }) => character === value);
    return token && this.record(token.path, token.filters);
  }

  /** What code maps the entries of a list to, with the path of the list; undefined for other recorders. */
  loopOf(recorder: unknown): { readonly list: string; readonly entry: unknown } | undefined {
    const { path, entries, losses } = this.#recorders.get(recorder as object)!;
    if (!entries) return undefined;
    this.#commit(losses);
    this.#shownLists.add(path.join("."));
    return { list: path.join("."), entry: entries.entry };
  }

  /** The text that stands for a recorder. */
  textOf(recorder: unknown): string {
    const { path, filters, losses } = this.#recorders.get(recorder as object)!;
    this.#commit(losses);
    if (path.at(-1) === "children") this.lose("Elements that are not known are one text", "dropped");
    const isSame = (token: Token) =>
      token.path.join(".") === path.join(".") && token.filters.join() === filters.join();
    const token = this.tokens.find(isSame) ?? { character: characterOf(this.tokens.length), path, filters };
    if (!this.tokens.includes(token)) this.tokens.push(token);
    return token.character;
  }

  /** Marks the value of a recorder as a number. */
  asNumber(recorder: unknown): unknown {
    this.numbers.add(this.#recorders.get(recorder as object)!.path.join("."));
    return recorder;
  }

  get #isDone(): boolean {
    return this.captured !== undefined && !this.isRendering;
  }

  lose(what: string, severity: RuntimeLoss["severity"]): void {
    this.#commit([createLoss(what, severity)]);
  }

  /** Reports what is lost of a value that is shown. */
  #commit(losses: readonly RuntimeLoss[]): void {
    for (const loss of losses) if (!this.#losses.includes(loss) && !this.#isDone) this.#losses.push(loss);
  }

  /** The values that code has read and not called; a text may show them. */
  get read(): readonly string[] {
    return [...this.#readAt.keys()].filter((name) => !this.#called.has(name));
  }

  /** Where code read the values that it did not pass on. */
  get readAt(): ReadonlyMap<string, string | undefined> {
    return new Map(
      [...this.#readAt].filter(([name]) => !this.#passed.has(name) && !/^(?:env|file)\./u.test(name)),
    );
  }

  /** The path of a recorder as text; it is a function or a component. */
  call(recorder: unknown): string {
    const name = this.#recorders.get(recorder as object)?.path.join(".") ?? "";
    this.#called.add(name);
    return name;
  }

  #call(path: readonly string[], values: readonly unknown[]): unknown {
    const [first, options] = values;
    const isMarkup = typeof first === "string" && path.at(-1) === "ImageResponse";
    if (isElementLike(first) || isMarkup)
      this.captured ??= { element: first, options, stack: new Error().stack ?? "" };
    return this.resultOf(path, values);
  }

  /**
   * What a function that is not known returns: a property for a name, such as `t("title")`, and otherwise a
   * value of its own for each place with other values.
   */
  resultOf(path: readonly string[], values: readonly unknown[]): unknown {
    this.#called.add(path.join("."));
    const membersOf = (value: unknown): unknown[] =>
      typeof value === "object" && value ? Object.values(value) : [value];
    const passed = values
      .flatMap(membersOf)
      .map((value) => this.#pass(value))
      .join();
    const [name] = values;
    if (values.length === 1 && typeof name === "string" && /^[\w.-]+$/u.test(name))
      return this.record([...path, name]);
    const frames = new Error().stack?.split("\n").slice(1);
    const caller = frames?.find((line) => !/[\\/]convert[\\/]runtime[\\/]/u.test(line));
    const place = /\d+:\d+(?=\)?$)/u.exec(caller ?? "")?.[0] ?? "";
    const site = `${path.join(".")} ${place}`;
    const calls = this.#calls.get(site) ?? [];
    this.#calls.set(site, calls);
    if (!calls.includes(passed)) calls.push(passed);
    const result = [...path, `(${place}:${calls.indexOf(passed)})`];
    if (caller?.includes(`${placardCardFile}:`)) this.results.add(result.join("."));
    return this.record(result);
  }

  /** Notes that code passes a value on, such as the key of what it loads. Returns what tells it apart. */
  #pass(value: unknown): string {
    if (this.isRecorder(value)) {
      const name = this.#recorders.get(value as object)!.path.join(".");
      this.#passed.add(name);
      return name;
    }
    if (typeof value === "string")
      for (const { character, path } of this.tokens)
        if (value.includes(character)) this.#passed.add(path.join("."));
    if (typeof value === "function" && !this.isStarted) this.handlers.push(value);
    return /^(?:object|function)$/u.test(typeof value) ? "" : String(value);
  }

  #get(recorded: Recorded, key: string | symbol, recorder: object): unknown {
    const { path, filters, entries, losses } = recorded;
    const name = path.join(".");
    /** The value itself, with a loss if it is shown. */
    const same = (loss?: string, added: readonly string[] = [], changes: Partial<Recorded> = {}) => {
      const all = loss === undefined ? losses : [...losses, createLoss(loss, "approximated")];
      return this.#create({ ...recorded, filters: [...filters, ...added], losses: all, ...changes }, {});
    };
    const self = (loss?: string, added: readonly string[] = []) => method(() => same(loss, added));
    /** A property that is a method if it is called, and a value like others if it is shown. */
    const method = (run: Run): unknown => {
      const property = [...path, String(key)];
      if (this.#absent.has(property.join("."))) return undefined;
      const apply = (_target: unknown, _self: unknown, values: unknown[]) => run(...values);
      return this.#create({ path: property, filters: [], entries: undefined, losses: [] }, { apply });
    };
    const first = (index: string) => (entries ? entries.entry : this.record([...path, index]));
    if (key === Symbol.toPrimitive) {
      return (hint: string) => {
        if (hint !== "number") return this.textOf(recorder);
        if (!/^(?:file|now)$/u.test(path[0] ?? "")) this.lose(`A calculation with \`${name}\``, "dropped");
        return Number.NaN;
      };
    }
    if (key === Symbol.iterator) return () => this.#iterate(name, recorded.isParts ? recorder : first("0"));
    if (key === spreadKey) return recorder;
    if (key === "then" && !recorded.isSettled) {
      const settled = Promise.resolve(same(undefined, [], { isSettled: true }));
      return settled.then.bind(settled);
    }
    if (typeof key === "symbol" || key === "then" || key === "$$typeof" || key === "nodeType")
      return undefined;
    if (key === "catch" || key === "finally") return method(() => recorder);
    // A part of a text, such as in `split(" ")[0]`, is shown as the whole text.
    if (/^\d+$/u.test(key) && recorded.isParts) return recorder;
    if (key === "__esModule") return true;
    if (key === "get" || key === "getAll")
      return method((...values) => {
        const [property] = values;
        if (typeof property === "string" && values.length === 1) return this.property(path, property, null);
        return values.length > 1 ? this.#call([...path, key], values) : this.record(path, filters, entries);
      });
    if (key === "has")
      return method((property) => this.property(path, String(property), undefined) !== undefined);
    if (key === "map" || key === "flatMap")
      return method((run) => {
        if (recorded.isParts) return (run as Run)(same(undefined, [], { isParts: false }), 0, recorder);
        this.#mapped.add(name);
        return same(undefined, [], { entries: { entry: (run as Run)(first(entry), this.#index, recorder) } });
      });
    if (key === "forEach")
      return method((run) => [...(recorder as unknown[])].forEach((item) => void (run as Run)(item, 0)));
    if (key === "join")
      return method(() =>
        typeof entries?.entry === "string" && entries.entry.includes("<")
          ? `<placard-each of="${this.loopOf(recorder)!.list}">${entries.entry}</placard-each>`
          : same(`\`${name}.join()\` shows the list as one text`),
      );
    if (key === "length") {
      this.lose(`\`${name}.length\` counts as 3`, "approximated");
      return 3;
    }
    if (sameValue.has(key))
      return key === "toString" || key === "valueOf" ? () => this.textOf(recorder) : self();
    if (key === "toUpperCase" || key === "toLocaleUpperCase") return self(undefined, ["upper"]);
    if (key === "toLowerCase" || key === "toLocaleLowerCase") return self(undefined, ["lower"]);
    if (key === "getFullYear") return self(undefined, ["year"]);
    if (key === "charAt" || key === "0") {
      const letter = this.record(path, [...filters, "first"]);
      return key === "0" ? letter : method(() => letter);
    }
    if (dateMethods.has(key) && !this.numbers.has(name))
      return self(`\`${name}.${key}()\` became the filter \`date\``, ["date"]);
    if (key === "split" || key === "match")
      return method(() => same(`\`${name}.${key}()\` is not applied`, [], { isParts: true }));
    if (transformations.has(key) || dateMethods.has(key)) return self(`\`${name}.${key}()\` is not applied`);
    if (conditions.has(key)) {
      return method(() => {
        const condition = `${name}.${key}()`;
        const isMet = this.#absent.has(condition);
        this.conditions.add(condition);
        this.lose(`The condition \`${condition}\` counts as ${isMet ? "" : "not "}met`, "approximated");
        return isMet;
      });
    }
    return this.property(path, key, undefined);
  }

  /** A list stands for its first entry. Code that goes on to the next one shows them without a loop. */
  *#iterate(name: string, first: unknown): Generator {
    yield first;
    this.lose(`Code iterates over \`${name}\`: only its first entry is shown`, "approximated");
  }

  /** A property that code reads. */
  property(path: readonly string[], key: string, missing: null | undefined): unknown {
    const property = [...path, key];
    const name = property.join(".");
    if (path[0] === "fetch" && key === "ok") return true;
    if (path[0] === "fetch" && key === "status") return 200;
    if (this.#absent.has(name)) return missing;
    if (!this.#isDone && this.#readAt.get(name) === undefined)
      this.#readAt.set(name, this.isStarted ? new Error().stack : undefined);
    return this.record(property);
  }
}

function createLoss(what: string, severity: RuntimeLoss["severity"]): RuntimeLoss {
  return { what, severity, stack: new Error(what).stack ?? "" };
}

/** What a recorder stands for. */
interface Recorded {
  readonly path: readonly string[];
  readonly filters: readonly string[];
  /** Of a list that code maps: what it maps each entry to. */
  readonly entries: { readonly entry: unknown } | undefined;
  /** What is lost if it is shown. */
  readonly losses: readonly RuntimeLoss[];
  /** Whether it stands for the parts of a text. */
  readonly isParts?: boolean;
  /** Whether code has awaited it. */
  readonly isSettled?: boolean;
}

type Run = (...values: unknown[]) => unknown;

/** An element of React, or an object that is written like one. */
export function isElementLike(value: unknown): value is { type: unknown; props: Record<string, unknown> } {
  return typeof value === "object" && value !== null && "type" in value && "props" in value;
}
