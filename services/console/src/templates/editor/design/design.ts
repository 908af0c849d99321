import { computed, signal, type ReadonlySignal, type Signal } from "@preact/signals";
import {
  applyEdits,
  edit,
  findElement,
  listElements,
  openTemplate,
  setText,
  textOf,
  type OpenTemplate,
  type Operation,
  type SourceElement,
  type TemplateFiles,
} from "@placard/template-edit";
import type { TemplateEditor } from "../template-editor.ts";

/** Which elements an edit of CSS applies to. */
export type Scope = "element" | "rule";

/** Changes of the draft by its elements. */
export interface Design {
  /** The draft with the places of everything in it. */
  template: ReadonlySignal<OpenTemplate>;
  selected: ReadonlySignal<SourceElement | undefined>;
  /** Selects an element by its path in the draft. */
  select: (path: string | undefined) => void;
  scope: Signal<Scope>;
  /** The size of the card, for rules that apply to some sizes only. */
  size: TemplateEditor["size"];
  /** Why the last action was refused. */
  refusal: Signal<string | undefined>;
  /**
   * Edits the draft as one step of its history.
   * @param next the path to select afterwards
   * @returns why the edit was refused
   */
  run: (operation: Operation, next?: string) => string | undefined;
  undo: () => void;
  redo: () => void;
  /** The text of an element; undefined if it has none, or several. */
  textOf: (path: string) => string | undefined;
  setText: (path: string, text: string) => void;
  /** The names of the elements by their paths, in a version of the draft. */
  namesOf: (html: string) => ReadonlyMap<string, string>;
}

export function createDesign(editor: TemplateEditor): Design {
  const { draft, size } = editor;
  const path = signal<string>();
  const refusal = signal<string>();
  let last: OpenTemplate | undefined;
  const open = (files: TemplateFiles): OpenTemplate => {
    const isSame = last?.files.html === files.html && last.files.json === files.json;
    return isSame && last ? last : (last = openTemplate(files));
  };
  const template = computed(() => open(toFiles(draft.value)));
  function run(operation: Operation, next?: string) {
    refusal.value = undefined;
    const result = edit(template.value, operation);
    if (!result.edits) return result.reason;
    last = result.template;
    if (next !== undefined) path.value = next;
    const { json, html } = template.value.files;
    editor.change({
      json: applyEdits(json, result.edits.json),
      html: applyEdits(html, result.edits.html),
    });
    return undefined;
  }

  return {
    template,
    selected: computed(() =>
      path.value === undefined ? undefined : findElement(template.value, path.value),
    ),
    select(next) {
      refusal.value = undefined;
      path.value = next;
    },
    scope: signal<Scope>("element"),
    size,
    refusal,
    run,
    undo: editor.undo,
    redo: editor.redo,
    textOf(at) {
      const element = findElement(template.value, at);
      return element && textOf(template.value, element);
    },
    setText: (at, next) => void (refusal.value = run(setText(at, next))),
    namesOf(html) {
      const { files, root } = template.value;
      const elements = listElements(files.html === html ? root : openTemplate({ ...files, html }).root);
      return new Map(elements.map((element) => [element.path, nameOf(element)]));
    },
  };
}

/** Tag and classes: `span.tag`. */
export function nameOf({ tag, classes }: SourceElement): string {
  return [tag, ...classes].join(".");
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
