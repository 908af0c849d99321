import type { ElementBox } from "@placard/client";
import { computed, effect, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import {
  applyEdits,
  declarationsOf,
  edit,
  findElement,
  listElements,
  openTemplate,
  setDeclarations,
  setDeclarationsAtSize,
  setSampleValue,
  setText,
  textOf,
  type DeclarationTarget,
  type OpenTemplate,
  type Operation,
  type SourceElement,
  type TemplateFiles,
} from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { readFields, type DataFields } from "@placard/templates/source";
import { toLabel } from "../../../card-form/card-data.ts";
import { readDocument, type DocumentProblem } from "../document-check.ts";
import { sourcePathOf } from "../element-paths.ts";
import type { EditorPreview, PreviewSize, TemplateEditor } from "../template-editor.ts";
import { isAbsolute, readStyles } from "./canvas/lengths.ts";
import { createLayerMarks, followElements, type LayerMarks } from "./layer-marks.ts";
import { bindingOf, isPlaceholder, nameOf } from "./names.ts";
import { relativeValues } from "./relative-lengths.ts";

/** Which elements an edit of CSS applies to. */
export type Scope = "element" | "rule";

/** A text as it is when its editing starts. Writing it changes what it was read from. */
export interface EditableText {
  readonly value: string;
  /** @returns why it was refused */
  readonly write: (next: string) => string | undefined;
}

/** Changes of the draft by its elements. */
export interface Design {
  /** The draft with the places of everything in it. */
  template: ReadonlySignal<OpenTemplate>;
  /** The elements that are selected, in the order of their selection. */
  selection: ReadonlySignal<readonly SourceElement[]>;
  /** The last one of them. */
  selected: ReadonlySignal<SourceElement | undefined>;
  /** Selects elements by their paths in the draft. */
  select: (...paths: readonly string[]) => void;
  /** Selects the element that is written at an offset of template.html, if there is one. */
  selectAt: (offset: number) => void;
  /** The name of the element that is written at a place of a file; “Template” if there is none. */
  nameAt: (place: Pick<DocumentProblem, "file" | "line" | "column">) => string;
  /** A problem for people who don't write templates: fields by their labels. */
  describe: (problem: DocumentProblem) => Pick<DocumentProblem, "message" | "suggestion">;
  /** Adds an element to the selection, or removes it. */
  toggle: (path: string) => void;
  scope: Signal<Scope>;
  /** Whether edits of CSS apply only to cards of the shown size. */
  onlySize: Signal<boolean>;
  /** Where edits of CSS are written otherwise. */
  target: () => DeclarationTarget;
  /**
   * Sets CSS properties of an element, for the elements and the sizes that are chosen. If these are all, a length
   * grows with the card as the one before did.
   */
  declare: (path: string, values: Readonly<Record<string, string>>) => Operation;
  /** The size of the card, for rules that apply to some sizes only. */
  size: TemplateEditor["size"];
  /** Why the last action was refused. */
  refusal: Signal<string | undefined>;
  /**
   * Edits the draft as one step of its history.
   * @param operations one, or several in turn
   * @param next the paths to select afterwards
   * @param assets the IDs of assets that are added, by their names
   * @returns why the edit was refused
   */
  run: (
    operations: Operation | readonly Operation[],
    next?: string | readonly string[],
    assets?: Readonly<Record<string, string>>,
  ) => string | undefined;
  /** Edits the draft while one types: edits in quick succession are one step. @returns why it was refused */
  type: (operation: Operation) => string | undefined;
  /**
   * Writes a value while one types it: to the shown sample, or to the test data if that is not a sample of
   * the template.
   * @returns why it was refused
   */
  typeFieldValue: (name: string, value: unknown) => string | undefined;
  /** The value of a field in the shown data. */
  fieldValue: (name: string) => unknown;
  /** Which layers are hidden or locked in the editor. */
  marks: LayerMarks;
  /** The custom properties that elements of the card can use, by their names. */
  variables: ReadonlySignal<Readonly<Record<string, string>>>;
  templateText: (part: "name" | "description") => string;
  /** The fields of the draft. */
  fields: ReadonlySignal<DataFields>;
  /** Renders the draft as it would be after an operation, which is read when it is rendered; or as it is. */
  preview: (readOperation?: () => Operation | undefined) => void;
  /** Renders the card with the next or the previous data. */
  stepSample: (by: 1 | -1) => void;
  undo: () => void;
  redo: () => void;
  canUndo: ReadonlySignal<boolean>;
  canRedo: ReadonlySignal<boolean>;
  /** Whether the card shows an element with its data. True until the draft is rendered. */
  isOnCard: (path: string) => boolean;
  /** The names of images in the flow that reach beyond the edge of a card of this draft. */
  imagesBeyond: (card: Pick<EditorPreview, "boxes" | "width" | "height">) => string[];
  /** The first box of an element on the card; undefined if it is not there. */
  boxOf: (path: string) => ElementBox | undefined;
  /** The element whose text is to be edited on the card when it is there. */
  editedNext: Signal<string | undefined>;
  /** The field to be shown in the list of fields. */
  shownField: Signal<string | undefined>;
  /** Shows the field of an element, if its value is not a text that can be edited on the card. */
  openField: (path: string) => boolean;
  /**
   * The text of an element, or the value of its field on the card; undefined if it has none, or several.
   * @param path in the draft, or of a box: then of an entry of a list
   */
  textAt: (path: string) => EditableText | undefined;
  /** The names of the elements by their paths, in a version of the draft. */
  namesOf: (html: string) => ReadonlyMap<string, string>;
}

export function createDesign(editor: TemplateEditor): Design {
  const { draft, size } = editor;
  const paths = signal<readonly string[]>([]);
  const scope = signal<Scope>("element");
  const onlySize = signal(false);
  /** What was chosen at each size. The first one is the base of the others. */
  const onlySizes = new Map<PreviewSize, boolean>();
  let shownSize = size.peek();
  effect(() => {
    if (size.value !== shownSize)
      onlySize.value = onlySizes.get(size.value) ?? size.value !== previewSizes[0];
    shownSize = size.value;
    onlySizes.set(shownSize, onlySize.value);
  });
  const target = () => ({ scope: scope.value, size: size.value });
  const refusal = signal<string>();
  let last: OpenTemplate | undefined;
  const open = (files: TemplateFiles): OpenTemplate => {
    const isSame =
      last?.files.html === files.html &&
      last.files.json === files.json &&
      sameAssets(last.files.assets, files.assets);
    return isSame && last ? last : (last = openTemplate(files));
  };
  const template = computed(() => open(toFiles(draft.value)));
  const selection = computed(() => paths.value.flatMap((path) => findElement(template.value, path) ?? []));
  const apply = (
    operations: Operation | readonly Operation[],
    added: Readonly<Record<string, string>> = {},
    typedIn?: "json",
  ): string | undefined => {
    refusal.value = undefined;
    const assets = { ...draft.value.assets, ...added };
    let edited = open(toFiles({ ...draft.value, assets }));
    for (const operation of [operations].flat()) {
      const result = edit(edited, operation);
      if (!result.edits) return result.reason;
      edited = result.template;
    }
    last = edited;
    const { json, html } = edited.files;
    editor.change({ json, html, ...(Object.keys(added).length > 0 && { assets }) }, typedIn);
    return undefined;
  };
  const run: Design["run"] = (operations, next, added) => {
    const reason = apply(operations, added);
    if (reason === undefined && next !== undefined) paths.value = [next].flat();
    return reason;
  };
  const type: Design["type"] = (operation) => apply(operation, {}, "json");
  const { follow, ...marks } = createLayerMarks();
  /** The draft that the paths of selected and marked elements refer to. */
  let followed = template.peek();
  effect(() => {
    const current = template.value;
    if (current === followed || !current.root) return; // the code has a syntax error
    const newPaths = followElements(followed, current);
    followed = current;
    paths.value = paths.peek().flatMap((path) => newPaths.get(path) ?? []);
    follow(newPaths);
  });

  const templateText: Design["templateText"] = (part) => {
    const text = readDocument(draft.value).document?.template[part];
    return typeof text === "string" ? text : "";
  };
  const fields = computed(() => readFields(readDocument(draft.value).document?.template ?? {}));
  const shownField = signal<string>();
  const writtenAt = (offset: number) => {
    const element = listElements(template.value.root).findLast(
      ({ place }) => place && place.startOffset <= offset && offset < place.endOffset,
    );
    return element?.tag === "style" ? undefined : element;
  };
  const elementAt = (path: string) => findElement(template.value, sourcePathOf(path));
  const bindingAt = (path: string) => {
    const element = elementAt(path);
    const binding = element && bindingOf(element);
    return binding && fields.value.has(binding.field) ? binding : undefined;
  };
  /** The field, or the entry of a list, that is the whole text of an element. */
  const fieldTextAt = (path: string): EditableText | undefined => {
    const binding = bindingAt(path);
    if (!binding || !isPlaceholder(elementAt(path)!)) return undefined;
    const { field: name, part, repeated } = binding;
    const { [name]: value } = editor.previewRequest().data;
    if (fields.value.get(name)?.kind === "text") {
      const text = typeof value === "string" ? value : "";
      return { value: text, write: (next) => setFieldValue(name, next === "" ? undefined : next) };
    }
    const depth = repeated?.path.split("/").length ?? 0;
    const index = Number(path.split("/")[depth - 1]?.split(":")[1]);
    const entry: unknown = Array.isArray(value) ? value[index] : undefined;
    const text: unknown = part === undefined ? entry : (entry as Record<string, unknown> | undefined)?.[part];
    if (typeof text !== "string") return undefined;
    const write = (next: string) => {
      const written = part === undefined ? next : { ...(entry as object), [part]: next };
      return setFieldValue(name, (value as unknown[]).with(index, written));
    };
    return { value: text, write };
  };

  function setFieldValue(name: string, value: unknown, write: Design["type"] = run): string | undefined {
    const index = editor.sampleIndex();
    if (index !== undefined) return write(setSampleValue(index, name, value));
    editor.editedData.value = { ...editor.previewRequest().data, [name]: value };
    void editor.render();
    return undefined;
  }

  editor.hideLayers.value = (html) => {
    const files = toFiles({ ...draft.value, html });
    return marks.hideIn(files, { scope: "element", size: size.value });
  };

  /** As JSON, since most previews have the same ones: what shows them is not drawn again. */
  const variablesJson = computed(() => {
    const { root } = template.value;
    const declared = root ? declarationsOf(template.value, root, size.value) : [];
    const own = declared.filter(({ name }) => name.startsWith("--")).map(({ name, value }) => [name, value]);
    return JSON.stringify({ ...editor.preview.value?.variables, ...Object.fromEntries(own) });
  });
  const variables = computed(() => JSON.parse(variablesJson.value) as Record<string, string>);

  const boxOf = (path: string) => editor.preview.value?.boxes.find((box) => sourcePathOf(box.path) === path);

  function select(...next: readonly string[]) {
    refusal.value = undefined;
    paths.value = next;
  }

  return {
    template,
    selection,
    selected: computed(() => selection.value.at(-1)),
    select,
    selectAt(offset) {
      const element = writtenAt(offset);
      if (element) select(element.path);
    },
    nameAt({ file, line, column }) {
      const lines = template.value.html.split("\n").slice(0, line - 1);
      const offset = lines.reduce((sum, { length }) => sum + length + 1, column - 1);
      const element = file === "html" ? writtenAt(offset) : undefined;
      return element ? nameOf(template.value, element) : "Template";
    },
    describe({ message, suggestion }) {
      const withLabels = (text: string) =>
        text.replaceAll(/`(?:\{\{\s*)?(\w+)[^`]*`/g, (code, name: string) =>
          fields.value.has(name) ? `“${toLabel(name)}”` : code,
        );
      return { message: withLabels(message), suggestion: suggestion && withLabels(suggestion) };
    },
    toggle(path) {
      const others = paths.value.filter((each) => each !== path);
      paths.value = others.length < paths.value.length ? others : [...others, path];
    },
    scope,
    size,
    onlySize,
    target,
    declare(path, values) {
      if (onlySize.value) return setDeclarationsAtSize(path, values, size.value, scope.value);
      const element = findElement(template.value, path);
      const styles = readStyles(template.value, size.value);
      return setDeclarations(path, element ? relativeValues(styles, element, values) : values, target());
    },
    templateText,
    fields,
    variables,
    refusal,
    marks: {
      ...marks,
      toggle(mark, toggled) {
        marks.toggle(mark, toggled);
        if (mark === "hidden") void editor.render();
      },
    },
    run,
    type,
    typeFieldValue: (name, value) => setFieldValue(name, value, type),
    fieldValue: (name) => editor.previewRequest().data[name],
    preview(readOperation) {
      const readHtml = () => {
        const operation = readOperation?.();
        const result = operation && edit(template.value, operation);
        return result?.edits && applyEdits(template.value.files.html, result.edits.html);
      };
      void editor.render(readOperation && readHtml);
    },
    stepSample(by) {
      const { samples, sample } = editor;
      const at = samples.value.findIndex(({ name }) => name === sample.value.name) + by;
      editor.chooseSample(samples.value.at(at % samples.value.length)!.name);
    },
    undo() {
      refusal.value = undefined;
      editor.undo();
    },
    redo() {
      refusal.value = undefined;
      editor.redo();
    },
    canUndo: editor.canUndo,
    canRedo: editor.canRedo,
    isOnCard(path) {
      const html = editor.preview.value?.html.replaceAll(/\r\n?/g, "\n");
      return html !== template.value.files.html || boxOf(path) !== undefined;
    },
    imagesBeyond({ boxes, width, height }) {
      const styles = readStyles(template.value, { width, height });
      const beyond = boxes.filter((box) => {
        const element = elementAt(box.path);
        if (element?.tag !== "img") return false;
        for (let each: SourceElement | undefined = element; each; each = each.parent)
          if (isAbsolute(styles, each)) return false;
        return box.x < -1 || box.y < -1 || box.x + box.width > width + 1 || box.y + box.height > height + 1;
      });
      return [...new Set(beyond.map(({ path }) => nameOf(template.value, elementAt(path)!)))];
    },
    boxOf,
    editedNext: signal<string>(),
    shownField,
    openField(at) {
      const name = bindingAt(at)?.field;
      if (name === undefined || fieldTextAt(at)) return false;
      shownField.value = name;
      return true;
    },
    textAt(at) {
      const element = elementAt(at);
      const text = element && textOf(template.value, element);
      const write = (next: string) => run(setText(element!.path, next));
      return fieldTextAt(at) ?? (text === undefined ? undefined : { value: text, write });
    },
    namesOf(html) {
      const { files } = template.value;
      const shown = files.html === html ? template.value : openTemplate({ ...files, html });
      return new Map(listElements(shown.root).map((element) => [element.path, nameOf(shown, element)]));
    },
  };
}

function sameAssets(a: TemplateFiles["assets"], b: TemplateFiles["assets"]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const contentTypes = {
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
} as const;

/** The draft as the code editor has it. The types of assets follow from their names: others are fonts. */
function toFiles({ json, html, assets }: TemplateEditor["draft"]["value"]): TemplateFiles {
  return {
    json,
    html: html.replaceAll(/\r\n?/g, "\n"),
    assets: Object.fromEntries(
      Object.entries(assets).map(([name, id]) => {
        const extension = name.split(".").at(-1)?.toLowerCase() ?? "";
        const contentType = contentTypes[extension as keyof typeof contentTypes] ?? "font/ttf";
        return [name, { id, contentType }];
      }),
    ),
  };
}
