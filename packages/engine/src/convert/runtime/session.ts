// Runs inside the bundle of a card's module: it creates recorders, which stand for the card's data, and notes
// how the code uses them.
import { entry, isElementLike, readMember, spreadKey, type Recorded } from "./recorder.ts";

/** In a file of the card's project. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A value that the code of a card reads: a property of its data, of a request, or of a missing module. */
export interface Token {
  /** The character of the private use area that stands for the value in texts. */
  readonly character: string;
  /** The names of the properties; `[]` is an entry of a list. */
  readonly path: readonly string[];
  readonly filters: readonly string[];
}

/**
 * What code decides by a value: by whether it is present, by what it equals, by its order to a number, or by
 * anything else. A condition that is met can be a field of its own.
 */
export interface Decision {
  /** Such as `kind`, `kind = news` or `kind.includes()`. */
  readonly key: string;
  /** The parts of the value's path, joined by dots. */
  readonly path: string;
  readonly filters: readonly string[];
  readonly test: "present" | "equal" | "order" | "met" | "other";
  /** That it is compared with, with an operator for an order; or the words for a condition. */
  readonly value: string;
  /** Whether the value is a part of a URL. */
  readonly isUrlPart?: boolean | undefined;
  /** Where it was decided first. */
  readonly places: readonly Place[];
}

export interface RuntimeLoss {
  readonly what: string;
  readonly severity: "dropped" | "approximated";
  readonly places: readonly Place[];
}

/** What a run of a card's module gets. */
export interface RunInput {
  /** The export that returns the card. Without one, only the module runs. */
  readonly entry: string | undefined;
  /** The keys of decisions that have their other outcome. A value that is not present is undefined. */
  readonly flipped: ReadonlySet<string>;
  /** That entries of lists have. */
  readonly index: number;
  /** The names of globals that are recorders. */
  readonly globals: readonly string[];
  /** Of all runs: a run adds its own. */
  readonly tokens: Token[];
  /** By function and place: the values that code has passed in all runs, which have the same numbers. */
  readonly calls: Map<string, string[]>;
  /** Of the card's file. */
  readonly source: string;
  /** Whether the renderer has the styles of satori. */
  readonly isSatori: boolean;
  /** Where the functions in a stack were called, the innermost first. */
  readonly placesOf: (stack: string) => readonly Place[];
  /** Ends the conversion with a message. */
  readonly stop: (message: string) => void;
}

/** The most CPU time that code may take until one of its loops is stopped, in ms. */
const maxLoopMs = 3_000;
const cpuMs = () => process.cpuUsage().user / 1000;

export class Session {
  /** Of all runs. */
  readonly tokens: Token[];
  /** With the texts of the values that they are of. */
  readonly #losses: (readonly [loss: RuntimeLoss, text: string])[] = [];
  /** The paths of values that code converts to numbers. */
  readonly numbers = new Set<string>();
  /** The paths of objects that code reads with `?.`. */
  readonly optional = new Set<string>();
  /** By their keys. */
  readonly decisions = new Map<string, Decision>();
  /** How often code has looked up data of the source. */
  searches = 0;
  /** The entries of data in the source that code looks up by a value, with the path of what it finds. */
  readonly #entries = new Map<readonly string[], readonly unknown[]>();
  /** The element or the HTML of the card, the options of its image, and where it was created. */
  captured: { element: unknown; options: unknown; places: readonly Place[] } | undefined;
  /** Whether the modules are loaded, and the code of the card runs. */
  isStarted = false;
  /** Whether the card is rendered. Between its creation and this, code only encodes the image. */
  isRendering = false;
  /** The first error that the code caught before there was a card. */
  caught: string | undefined;
  /** Why the first function failed whose result is a recorder therefore. */
  failed: Error | undefined;
  /** Whether the code passes several cards to a renderer. */
  isRepeated = false;
  /** The functions that modules passed on when they were loaded, such as handlers of requests. */
  readonly handlers: unknown[] = [];
  readonly input: RunInput;
  readonly #recorders = new WeakMap<object, Recorded>();
  /** The recorders that code has spread, until a component reads its props from them. */
  readonly #spreads = new Map<unknown, RuntimeLoss>();
  /** The paths of lists that code maps. */
  readonly mapped = new Set<string>();
  readonly #shownLists = new Set<string>();
  readonly #read = new Set<string>();
  readonly #called = new Set<string>();
  /** The names of modules that can't be found. They have each export. */
  readonly #modules = new Set<string>();
  /** How often code has calculated, or decided what templates can't. */
  #calculations = 0;
  /** How often code has read a value that is absent. */
  #absences = 0;
  /** By function and place: the values that code has passed in this run. */
  readonly #calls = new Map<string, string[]>();

  /** The defaults of members of schemas, by the paths of the members. */
  readonly #defaults = new Map<string, unknown>();
  /** The defaults of properties, by the paths of schemas and of what they have parsed. */
  readonly #shapes = new Map<string, ReadonlyMap<string, unknown>>();

  /** How often loops have begun a round. */
  #rounds = 0;
  readonly #startedAt = cpuMs();

  constructor(input: RunInput) {
    this.tokens = input.tokens;
    this.input = input;
  }

  /** A value that has any property, can be called, and is a token as text; undefined if it is absent. */
  record(path: readonly string[], filters: readonly string[] = [], entries?: Recorded["entries"]): unknown {
    const name = path.join(".");
    if (this.#isAbsent(name)) return undefined;
    if (this.input.flipped.has(`${name}.length`)) return [];
    return this.create({ path, filters, entries, losses: [] });
  }

  #isAbsent(name: string): boolean {
    const isAbsent = this.input.flipped.has(name);
    if (isAbsent) this.#absences++;
    return isAbsent;
  }

  /** Whether a decision has its other outcome. */
  isFlipped(
    { path, filters: own, isLength, isUrlPart }: Recorded,
    test: Decision["test"],
    key: string,
    value = "",
  ): boolean {
    if (!this.#isDone && !this.decisions.has(key)) {
      const places = this.input.placesOf(new Error().stack!);
      const name = [...path, ...(test === "met" ? [value] : [])].join(".");
      const filters = isLength ? [...own, "length"] : own;
      this.decisions.set(key, { key, path: name, filters, test, value, isUrlPart, places });
    }
    return this.input.flipped.has(key);
  }

  /** Whether a condition is met that templates can't decide. `words`: for the name of its field. */
  isMet(recorded: Recorded, key: string, words: string): boolean {
    this.#calculations++;
    return this.isFlipped(recorded, "met", key, `${recorded.path.at(-1)} ${words}`.replaceAll(".", " "));
  }

  /** What code finds by a value among entries of the source. */
  lookUp(name: string, key: string, entries: readonly unknown[]): unknown {
    this.searches++;
    this.#called.add(key); // only code uses it
    const parts = key.split(".");
    const path = [...parts.slice(0, parts.lastIndexOf(entry) + 1), name, `(${key})`]; // of an entry
    this.#entries.set(path, entries);
    this.lose(`\`${name}\` is data of the source: what the card shows of it are fields`, "approximated");
    return this.record(path);
  }

  /** The values in the source of what code looks up. */
  get examples(): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    for (const { character, path } of this.tokens)
      for (const [prefix, entries] of this.#entries) {
        const at = prefix.length;
        if (path.slice(0, at).join(".") !== prefix.join(".")) continue;
        const value = entries
          .map((each) => readPath(each, path.slice(at)))
          .find((each) => each !== undefined);
        if (value !== undefined) found.set(character, value);
      }
    return found;
  }

  /** What code has done so far. */
  get progress() {
    const { searches, captured, caught } = this;
    const [calculations, losses] = [this.#calculations, this.#losses.length];
    const [read, decisions, absences] = [this.#read.size, this.decisions.size, this.#absences];
    return { searches, captured, caught, calculations, losses, read, decisions, absences };
  }

  /** Forgets what code has read, decided, lost and caught since then: its result is a value of its own. */
  returnTo({ caught, calculations, losses, read, decisions }: Session["progress"]): void {
    this.caught = caught;
    this.#calculations = calculations;
    this.#losses.length = losses;
    for (const key of [...this.decisions.keys()].slice(decisions)) this.decisions.delete(key);
    for (const name of [...this.#read].slice(read)) this.#read.delete(name);
  }

  /** Notes an error that the code of a card catches: it may show another card because of it. */
  addCaught(error: unknown): void {
    if (!this.captured) this.caught ??= error instanceof Error ? error.message : String(error);
  }

  /** Stops a loop without an end. It blocks timers, so each of its rounds calls this. */
  countRound(): void {
    this.#rounds++;
    if (this.#rounds % 1000 > 0 || cpuMs() - this.#startedAt < maxLoopMs) return;
    this.#rounds--; // code that catches the error comes here again
    const [{ file, line } = { file: "the code", line: 1 }] = this.input.placesOf(new Error().stack!);
    const message = `A loop does not end, in line ${line} of ${file}`;
    this.input.stop(message);
    throw new Error(message);
  }

  /** Stands for a module. Its named imports are looked up in its prototype. */
  recordModule(name: string): unknown {
    this.#modules.add(name);
    const module: object = this.create(
      { path: [name], filters: [], losses: [] },
      { getPrototypeOf: () => module, ownKeys: Reflect.ownKeys },
    );
    return module;
  }

  /** A recorder. `traps`: what it does in another way. */
  create(recorded: Recorded, traps: ProxyHandler<() => void> = {}): object {
    const { path } = recorded;
    const recorder: object = new Proxy(function () {}, {
      get: (target, key) =>
        key === "prototype" ? target.prototype : readMember(this, recorded, key, recorder),
      apply: (_target, _self, values: unknown[]) => this.#call(path, values),
      construct: (_target, values: unknown[]) => this.#call(path, values) as object,
      set: () => true,
      ownKeys: () => {
        const what = `The properties of \`{...${path.join(".") || "props"}}\` are not known`;
        if (!this.#isDone) this.#spreads.set(recorder, this.createLoss(what, "dropped"));
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

  /** Without those of values that a card does not show: only its code uses them. */
  lossesIn(html: string): readonly RuntimeLoss[] {
    const pathsIn = (text: string) =>
      this.tokens.filter(({ character }) => text.includes(character)).map(({ path }) => path.join("."));
    const shown = new Set(pathsIn(html));
    const isShown = (paths: readonly string[]) => paths.length === 0 || paths.some((path) => shown.has(path));
    const losses = this.#losses.flatMap(([loss, text]) => (isShown(pathsIn(text)) ? [loss] : []));
    return [...new Set(losses), ...this.#spreads.values()];
  }

  /** The paths of lists that are shown entry by entry, the outer ones first. */
  get lists(): readonly string[] {
    return [...this.mapped].filter((name) => this.#shownLists.has(name));
  }

  isRecorder(value: unknown): boolean {
    return typeof value === "function" && this.#recorders.has(value);
  }

  /** What a recorder, or the text of one, stands for. */
  recordedOf(value: unknown): Recorded | undefined {
    return this.#recorders.get(this.recorderOf(value) as object);
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
    this.commit(losses);
    this.#shownLists.add(path.join("."));
    return { list: path.join("."), entry: entries.entry };
  }

  /** The text that stands for a recorder. */
  textOf(recorder: unknown): string {
    const recorded = this.#recorders.get(recorder as object)!;
    const text = this.#tokenOf(recorded);
    this.commit(recorded.losses, text);
    return text;
  }

  #tokenOf({ path: base, filters, isLength, text }: Recorded): string {
    const path = isLength ? [...base, `${base.at(-1)} length`] : base;
    if (text !== undefined && !isLength) return this.#filter(text, filters);
    if (isLength) {
      this.lose(`\`${base.join(".")}.length\` is now a field`, "approximated");
      this.numbers.add(path.join("."));
    }
    if (path.at(-1) === "children") this.lose("Elements that are not known are one text", "dropped");
    const isSame = (token: Token) =>
      token.path.join(".") === path.join(".") && token.filters.join() === filters.join();
    const token = this.tokens.find(isSame);
    if (token) return token.character;
    const character = String.fromCharCode(0xe000 + this.tokens.length);
    this.tokens.push({ character, path, filters });
    return character;
  }

  /** Applies filters to the values in a text, and changes the case of the rest. */
  #filter(text: string, added: readonly string[]): string {
    return globalThis.Array.from(text, (character) => {
      const token = this.tokens.find((each) => each.character === character);
      if (token)
        return this.textOf(this.create({ ...token, filters: [...token.filters, ...added], losses: [] }));
      const lower = added.includes("lower") ? character.toLowerCase() : character;
      return added.includes("upper") ? character.toUpperCase() : lower;
    }).join("");
  }

  /** A recorder for a text with values, so that methods of texts are noticed. */
  recorderOfText(text: string): unknown {
    const first = globalThis.Array.from(text, (character) => this.recordedOf(character)).find(Boolean);
    if (!first) return text;
    return this.recorderOf(text) ?? this.create({ path: first.path, filters: [], losses: [], text });
  }

  get #isDone(): boolean {
    return this.captured !== undefined && !this.isRendering;
  }

  /** A loss at the place where the code runs; not reported yet. */
  createLoss(what: string, severity: RuntimeLoss["severity"]): RuntimeLoss {
    return { what, severity, places: this.input.placesOf(new Error().stack!) };
  }

  /** Reports a loss at the place where the code runs. */
  lose(what: string, severity: RuntimeLoss["severity"]): void {
    if (severity === "dropped") this.#calculations++;
    this.commit([this.createLoss(what, severity)]);
  }

  /** Reports what is lost of a value that is shown. */
  commit(losses: readonly RuntimeLoss[], text = ""): void {
    if (!this.#isDone) this.#losses.push(...losses.map((loss) => [loss, text] as const));
  }

  /** The values that code has read and not called, without those of entries; a text may show them. */
  get read(): readonly string[] {
    return [...this.#read].filter((name) => !this.#called.has(name) && !name.includes(entry));
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
    if (isElementLike(first) || isMarkup) {
      this.isRepeated = this.captured !== undefined;
      this.captured ??= { element: first, options, places: this.input.placesOf(new Error().stack!) };
    }
    const result = this.resultOf(path, values);
    this.#keepDefaults(path, first, this.recordedOf(result)?.path.join(".") ?? "");
    return result;
  }

  /** Notes the defaults of a schema, as `zod` has them: `z.object({ mode: z.string().default("dark") })`. */
  #keepDefaults(path: readonly string[], value: unknown, result: string): void {
    const method = path.at(-1)!;
    const ofSchema = this.#shapes.get(path.slice(0, -1).join("."));
    if (method === "default") this.#defaults.set(result, value);
    else if (/^(?:safeP|p)arse(?:Async)?$/u.test(method) && ofSchema)
      for (const parsed of [result, `${result}.data`]) this.#shapes.set(parsed, ofSchema);
    else if (typeof value === "object" && value) {
      const defaultOf = (member: unknown) =>
        this.#defaults.get(this.recordedOf(member)?.path.join(".") ?? "");
      const shape = globalThis.Object.entries(value).map(
        ([name, member]) => [name, defaultOf(member)] as const,
      );
      this.#shapes.set(result, new Map(shape));
    }
  }

  /**
   * What a function that is not known returns: a property for a name, such as `t("title")`, and otherwise a
   * value of its own for each place with other values.
   */
  resultOf(called: readonly string[], values: readonly unknown[]): unknown {
    this.#called.add(called.join("."));
    const members = values.flatMap((value) =>
      typeof value === "object" && value ? (globalThis.Object.values(value) as unknown[]) : [value],
    );
    const passed = members.map((value) => this.#textOfPassed(value)).join();
    // What is made of an entry is a property of it.
    const from = members.flatMap((value) => this.recordedOf(value)?.path ?? []);
    const path = called.includes(entry) ? called : [...from.slice(0, from.lastIndexOf(entry) + 1), ...called];
    const [name] = values;
    if (values.length === 1 && typeof name === "string" && /^(?!undefined$)[\w.-]+$/u.test(name))
      return this.record([...path, name]);
    const [caller] = this.input.placesOf(new Error().stack!);
    const place = caller ? `${caller.line}:${caller.column}` : "";
    const site = `${path.join(".")} ${place}`;
    const own = this.#calls.get(site) ?? [];
    const known = this.input.calls.get(site) ?? [];
    const indexes = [known.indexOf(passed), own.indexOf(passed), [...own, undefined].indexOf(undefined)];
    const at = indexes.find((index) => index >= 0)!;
    own[at] = passed;
    known[at] ??= passed;
    this.#calls.set(site, own);
    this.input.calls.set(site, known);
    const result = this.record([...path, `(${place}:${at})`]);
    const recorded = from.length > 0 && this.recordedOf(result);
    if (!recorded) return result;
    const shown = [...called.slice(called.lastIndexOf(entry) + 1), recorded.path.at(-1)].join(".");
    const what = `The result of \`${shown}\` is now a field`;
    return this.create({ ...recorded, losses: [this.createLoss(what, "approximated")] });
  }

  /** What code calculated as a number is one in the field that replaces it. */
  keepNumbers(recorder: unknown, calculated: object): void {
    const path = this.recordedOf(recorder)!.path.join(".");
    for (const [name, value] of globalThis.Object.entries(calculated)) {
      const isNumber = this.numbers.has(this.recordedOf(value)?.path.join(".") ?? "");
      if (typeof value === "number" || isNumber) this.numbers.add(`${path}.${name}`);
    }
  }

  /** What tells a value apart that code passes on. */
  #textOfPassed(value: unknown): string {
    if (this.isRecorder(value)) return this.call(value);
    if (typeof value === "function" && !this.isStarted) this.handlers.push(value);
    return /^(?:object|function)$/u.test(typeof value) ? "" : String(value);
  }

  /** The default in the schema of what code has parsed. */
  defaultOf(path: readonly string[], key: string): unknown {
    return this.#shapes.get(path.join("."))?.get(key);
  }

  /** A property that code reads. */
  property(path: readonly string[], key: string, missing: null | undefined): unknown {
    const property = [...path, key];
    const name = property.join(".");
    if (this.#isAbsent(name)) return this.defaultOf(path, key) ?? missing;
    if (!this.#isDone && !this.#modules.has(path.join("."))) this.#read.add(name);
    return this.record(property);
  }
}

/** A text or number in data, by the names of the properties. */
function readPath(data: unknown, path: readonly string[]): string | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return /^(?:string|number)$/u.test(typeof data) ? String(data) : undefined;
  if (typeof data !== "object" || data === null) return undefined;
  return readPath((data as Record<string, unknown>)[part === entry ? "0" : part], rest);
}
