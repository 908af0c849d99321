import { getOrInsert } from "@placard/contracts/maps";
import { batch, computed, effect, signal } from "@preact/signals";
import {
  cardWith,
  declarationsOf,
  edit,
  findElement,
  listElements,
  openTemplate,
  pathsAfter,
  pathsBetween,
  setDeclarations,
  setDeclarationsAtSize,
  type Card,
  type CardSize,
  type DeclarationTarget,
  type NextPaths,
  type OpenTemplate,
  type Operation,
  type SourceElement,
  type TemplateFiles,
} from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import { readFields } from "@placard/templates/source";
import { toLabel } from "../../../card-form/card-data.ts";
import { labelOfField } from "../../../card-form/notes.tsx";
import type { Draft } from "../../drafts.ts";
import type { DocumentProblem } from "../document-check.ts";
import { sourcePathOf } from "../element-paths.ts";
import type { PreviewSize, TemplateEditor } from "../template-editor.ts";
import { writtenColors } from "./colors.ts";
import { readStyles } from "./style-reader.ts";
import { createLayerMarks, type LayerMark } from "./layer-marks.ts";
import { nameOf } from "./names.ts";
import { relativeValues } from "./relative-lengths.ts";

/** Which elements an edit of CSS applies to. */
export type Scope = "element" | "rule";

export type Design = ReturnType<typeof createDesign>;

/** Changes of the draft by its elements. */
export function createDesign(editor: TemplateEditor) {
  const { draft, size } = editor;
  const paths = signal<readonly string[]>([]);
  const scope = signal<Scope>("element");
  /** The sizes at which `onlySize` was chosen, with the choice. */
  const onlySizes = signal<ReadonlyMap<PreviewSize, boolean>>(new Map());
  const onlySize = computed(() => onlySizes.value.get(size.value) ?? size.value !== previewSizes[0]);
  /** The card as it was rendered last, at the size that is chosen. */
  const card = computed<Card>(() => {
    const rendered = editor.preview.value;
    return rendered ? cardWith(size.value, rendered.boxes) : size.value;
  });
  const target = (): DeclarationTarget => ({ scope: scope.value, size: card.value });
  const notice = signal<string>();
  for (const each of [size, draft]) each.subscribe(() => (notice.value = undefined));
  /** What was edited or restored here is not parsed again. */
  const edited = new WeakMap<Draft, OpenTemplate>();
  const template = computed(() => getOrInsert(edited, draft.value, () => openTemplate(toFiles(draft.value))));
  const styles = computed(() => readStyles(template.value, card.value));
  const selection = computed(() => paths.value.flatMap((path) => findElement(template.value, path) ?? []));

  function apply(operation: Operation, added?: Assets, typedIn?: "json"): string | undefined {
    notice.value = undefined;
    const assets = { ...draft.value.assets, ...added };
    const before = added ? openTemplate(toFiles({ ...draft.value, assets })) : template.value;
    const { template: next, reason } = edit(before, operation);
    if (!next) return reason;
    batch(() => {
      editor.change({ json: next.json, html: next.html, assets }, typedIn);
      edited.set(draft.value, next);
    });
    return undefined;
  }

  /**
   * Edits the draft as one step of its history, and shows why that is refused.
   * @param next what to select afterwards: a path, or the paths that elements have then
   * @param added the IDs of assets that are added, by their names
   * @returns whether it was edited
   */
  function run(
    operation: Operation,
    next?: string | ((paths: NextPaths) => readonly string[]),
    added?: Assets,
  ): boolean {
    const before = template.value;
    const reason = apply(operation, added);
    notice.value = reason;
    if (reason !== undefined) return false;
    if (typeof next === "string") paths.value = [next];
    else if (next) paths.value = next(pathsAfter(before, operation));
    return true;
  }

  /** Like `run`, for fields, which show it themselves. @returns why it was refused */
  const tryRun = (operation: Operation) => apply(operation);

  /** Edits the draft while one types: edits in quick succession are one step. @returns why it was refused */
  const type = (operation: Operation) => apply(operation, undefined, "json");

  const { follow, ...marks } = createLayerMarks();
  /** The draft that the paths of selected and marked elements refer to. */
  let followed = template.peek();
  /** What was selected when a draft was changed: undo and redo select it again. */
  const selections = new WeakMap<OpenTemplate, readonly string[]>();
  effect(() => {
    const current = template.value;
    if (current === followed || !current.root) return; // the code has a syntax error
    const newPaths = pathsBetween(followed, current);
    selections.set(followed, paths.peek());
    followed = current;
    paths.value = selections.get(current) ?? paths.peek().flatMap((path) => newPaths.get(path) ?? []);
    follow(newPaths);
  });

  const fields = computed(() => readFields(editor.read.value.document?.template ?? {}));
  const shownField = signal<string>();
  const writtenAt = (offset: number) => {
    const element = listElements(template.value.root).findLast(
      ({ place }) => place && place.startOffset <= offset && offset < place.endOffset,
    );
    return element?.tag === "style" ? undefined : element;
  };

  editor.hideLayers.value = (html) => {
    const files = toFiles({ ...draft.value, html });
    return marks.hideIn(files, { scope: "element", size: card.value });
  };

  /** As JSON, since most previews have the same ones: what shows them is not drawn again. */
  const variablesJson = computed(() => {
    const { root } = template.value;
    const declared = root ? declarationsOf(template.value, root, card.value) : [];
    const own = declared.filter(({ name }) => name.startsWith("--")).map(({ name, value }) => [name, value]);
    return JSON.stringify({ ...editor.preview.value?.variables, ...Object.fromEntries(own) });
  });

  /** The first box of an element on the card; undefined if it is not there. */
  const boxOf = (path: string) => editor.preview.value?.boxes.find((box) => sourcePathOf(box.path) === path);

  /** Selects elements by their paths in the draft. */
  function select(...next: readonly string[]) {
    notice.value = undefined;
    paths.value = next;
  }

  return {
    editor,
    /** The draft with the places of everything in it. */
    template,
    /** The size of the card. */
    size,
    /** The card, for rules that apply only to some sizes or with some data. */
    card,
    /** The same card at another size. */
    cardAt: (at: CardSize): Card => ({ ...card.value, ...at }),
    /** The declarations of the draft at that size. */
    styles,
    /** The fields of the draft. */
    fields,
    /** The custom properties that elements of the card can use, by their names. */
    variables: computed(() => JSON.parse(variablesJson.value) as Record<string, string>),
    /** The colors that are written in template.html, as `#rrggbb`. */
    writtenColors: computed(() => writtenColors(template.value.html)),
    /** The elements that are selected, in the order of their selection. */
    selection,
    /** The last one of them. */
    selected: computed(() => selection.value.at(-1)),
    select,
    /** Selects the element that is written at an offset of template.html, if there is one. */
    selectAt(offset: number) {
      const element = writtenAt(offset);
      if (element) select(element.path);
    },
    /** Adds an element to the selection, or removes it. */
    toggle(path: string) {
      const others = paths.value.filter((each) => each !== path);
      paths.value = others.length < paths.value.length ? others : [...others, path];
    },
    /** The name of the element that is written at a place of a file; “Template” if there is none. */
    nameAt({ file, line, column }: Pick<DocumentProblem, "file" | "line" | "column">): string {
      const lines = template.value.html.split("\n").slice(0, line - 1);
      const offset = lines.reduce((sum, { length }) => sum + length + 1, column - 1);
      const element = file === "html" ? writtenAt(offset) : undefined;
      return element ? nameOf(template.value, element) : "Template";
    },
    /** A problem for people who don't write templates: fields by their labels. */
    describe({ message, suggestion }: DocumentProblem): Pick<DocumentProblem, "message" | "suggestion"> {
      const withLabels = (text: string) =>
        text
          .replaceAll(/`(?:\{\{\s*)?(\w+)[^`]*`/g, (code, name: string) =>
            fields.value.has(name) ? `“${toLabel(name)}”` : code,
          )
          .replace(/^\/fields\/(\w+)\/example\S*/, (_, name: string) => `The example of “${toLabel(name)}”`)
          .replace(/^\/samples\/\d+\/data\/([^\s:]+):?/, (_, path: string) => `“${labelOfField(path)}”`)
          .replace(/” is required$/, "” must not be empty");
      return { message: withLabels(message), suggestion: suggestion && withLabels(suggestion) };
    },
    scope,
    /** Whether edits of CSS apply only to cards of the shown size. By default, not at the first size. */
    onlySize,
    setOnlySize(isOnly: boolean) {
      onlySizes.value = new Map(onlySizes.value).set(size.value, isOnly);
    },
    /** Where edits of CSS are written otherwise. */
    target,
    /**
     * Sets CSS properties of an element, for the elements and the sizes that are chosen. If these are all, a
     * length grows with the card as the one before did.
     */
    declare(path: string, values: Readonly<Record<string, string>>): Operation {
      if (onlySize.value) return setDeclarationsAtSize(path, values, size.value, scope.value);
      const element = findElement(template.value, path);
      const relative = element ? relativeValues(styles.value, element, values) : values;
      return setDeclarations(path, relative, target());
    },
    /** The elements that are pasted, as they were when they were copied. */
    copied: [] as readonly { readonly element: SourceElement; readonly html: string }[],
    /** Why the last action was refused or did less than asked. Ends with the next change, size or tab. */
    notice,
    run,
    tryRun,
    type,
    undo: editor.undo,
    redo: editor.redo,
    /** Which layers are hidden or locked in the editor. */
    marks: {
      ...marks,
      toggle(mark: LayerMark, toggled: readonly string[]) {
        marks.toggle(mark, toggled);
        if (mark === "hidden") void editor.render();
      },
    },
    /** Renders the draft as it is, or after an operation, which is read when it is rendered. */
    preview(readOperation?: () => Operation | undefined) {
      const readHtml = () => {
        const operation = readOperation?.();
        return operation && edit(template.value, operation).template?.html;
      };
      void editor.render(readOperation && readHtml);
    },
    boxOf,
    /** Whether the card shows an element with its data. True until the draft is rendered. */
    isOnCard(path: string): boolean {
      return !editor.isCurrent.value || boxOf(path) !== undefined;
    },
    /** The element whose text is to be edited on the card when it is there. */
    editedNext: signal<string>(),
    /** Whether the inspector gets the focus next. */
    isInspectorNext: signal(false),
    /** Which groups of properties were opened or closed. They stay so for the next elements. */
    openGroups: new Map<string, boolean>(),
    /** The field to be shown in the list of fields. */
    shownField,
  };
}

type Assets = Readonly<Record<string, string>>;

const contentTypes = {
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  webp: "image/webp",
} as const;

/** The files of a draft. The types of assets follow from their names: others are fonts. */
function toFiles({ json, html, assets }: Draft): TemplateFiles {
  return {
    json,
    html,
    assets: Object.fromEntries(
      Object.entries(assets).map(([name, id]) => {
        const extension = name.split(".").at(-1)?.toLowerCase() ?? "";
        const contentType = contentTypes[extension as keyof typeof contentTypes] ?? "font/ttf";
        return [name, { id, contentType }];
      }),
    ),
  };
}
