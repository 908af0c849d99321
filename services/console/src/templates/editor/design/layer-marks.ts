import {
  combine,
  edit,
  listElements,
  openTemplate,
  setDeclarations,
  declarationOf,
  type DeclarationTarget,
  type SourceElement,
  type TemplateFiles,
} from "@placard/template-edit";
import { signal } from "@preact/signals";
import { isWithin } from "../element-paths.ts";

/** What a layer can be in the editor. */
export const layerMarks = ["hidden", "locked"] as const;
export type LayerMark = (typeof layerMarks)[number];

/** The layers that are hidden or locked. Only this tab has this state: the template doesn't. */
export function createLayerMarks() {
  const marked = signal<Readonly<Record<LayerMark, ReadonlySet<string>>>>({
    hidden: new Set(),
    locked: new Set(),
  });
  /** Whether an element or one around it has the mark. */
  const has = (mark: LayerMark, path: string) => [...marked.value[mark]].some((each) => isWithin(path, each));

  return {
    has,
    /** Whether the element itself has it. */
    isSet: (mark: LayerMark, path: string) => marked.value[mark].has(path),
    /** The paths of the elements that have it themselves. */
    pathsOf: (mark: LayerMark) => [...marked.value[mark]],
    /** Gives the mark to all of these elements, or removes it if all of them have it. */
    toggle(mark: LayerMark, paths: readonly string[]) {
      const set = new Set(marked.value[mark]);
      const isSetForAll = paths.every((path) => set.has(path));
      for (const path of paths)
        if (isSetForAll) set.delete(path);
        else set.add(path);
      marked.value = { ...marked.value, [mark]: set };
    },
    /** The HTML of an edited template without the hidden layers; their place stays empty. */
    hideIn(files: TemplateFiles, target: DeclarationTarget): string {
      if (marked.value.hidden.size === 0) return files.html;
      const edited = openTemplate(files);
      const isHidden = (element: SourceElement) =>
        marked.value.hidden.has(element.path) ||
        // It may be visible within a hidden element.
        (has("hidden", element.path) &&
          declarationOf(edited, element, "visibility", target.size) !== undefined);
      const paths = listElements(edited.root).flatMap((element) => (isHidden(element) ? element.path : []));
      const hide = combine(paths.map((path) => setDeclarations(path, { visibility: "hidden" }, target)));
      return (edit(edited, hide).template ?? edited).html;
    },
    /** Moves the marks after an edit, by the new paths of the elements. */
    follow(newPaths: ReadonlyMap<string, string>) {
      const next = (paths: ReadonlySet<string>) =>
        new Set([...paths].flatMap((path) => newPaths.get(path) ?? []));
      const { hidden, locked } = marked.peek();
      marked.value = { hidden: next(hidden), locked: next(locked) };
    },
  };
}
