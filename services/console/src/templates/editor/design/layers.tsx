import { setAttribute, type SourceElement } from "@placard/template-edit";
import { useSignal } from "@preact/signals";
import type { TargetedDragEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../../../components/icon.tsx";
import { actByKey, moveTo } from "./actions.ts";
import { hiddenAt, inShownOrder } from "./style-reader.ts";
import type { Design } from "./design.ts";
import { layerMarks, type LayerMark } from "./layer-marks.ts";
import { conditionsOf, describeCondition, fieldOf, holdsElements, nameOf, selectorOf } from "./names.ts";
import { useCommitOnce } from "./use-commit-once.ts";

/** Where a dragged element would be dropped: next to an element, or at its end. */
interface DropPlace {
  path: string;
  side: "before" | "after" | "inside";
}

const markIcons = {
  hidden: { label: "Hide while editing", icons: ["eye", "eye-off"] },
  locked: { label: "Lock", icons: ["lock-open", "lock"] },
} as const satisfies Readonly<Record<LayerMark, object>>;

/** The elements of the template as a tree, also for the keyboard (ARIA Authoring Practices, “Tree view”). */
export function Layers({ design }: { design: Design }) {
  const list = useRef<HTMLUListElement>(null);
  /** The path of the element that is dragged. */
  const dragged = useSignal<string | undefined>(undefined);
  const place = useSignal<DropPlace | undefined>(undefined);
  /** The path of the layer that is renamed. */
  const renamed = useSignal<string | undefined>(undefined);
  /** Whether a key changed the draft, which may have removed the layer that had the focus. */
  const isKeyUsed = useRef(false);
  const { root } = design.template.value;
  const shownIn = (parent: SourceElement) => inShownOrder(design.styles.value, parent.children);
  const listShown = (each: SourceElement): SourceElement[] => [each, ...shownIn(each).flatMap(listShown)];
  const elements = root ? listShown(root) : [];
  const selected = design.selected.value ?? root;

  /** Keeps the focus in the tree when another element is selected there. */
  useEffect(() => {
    const item = list.current?.querySelector<HTMLElement>("[tabindex='0']");
    if (isKeyUsed.current || list.current?.contains(document.activeElement)) item?.focus();
    isKeyUsed.current = false;
    if (item && list.current) scrollWithin(list.current, item);
  }, [selected?.path]);

  function handleKey(event: KeyboardEvent) {
    if (!selected) return;
    isKeyUsed.current = actByKey(design, event);
    if (isKeyUsed.current) return;
    if (event.key === "F2") renamed.value = selected.path;
    if (event.key === "Enter" && event.target instanceof HTMLLIElement)
      design.editedNext.value = selected.path;
    const at = elements.findIndex(({ path }) => path === selected.path);
    const next = {
      ArrowDown: elements[at + 1],
      ArrowUp: elements[at - 1],
      ArrowLeft: selected.parent,
      ArrowRight: shownIn(selected)[0],
      Home: elements[0],
      End: elements.at(-1),
    }[event.altKey ? "" : event.key];
    if (next) event.preventDefault();
    if (next) design.select(next.path);
  }

  /** @param name undefined: the name stays */
  function rename(element: SourceElement, name: string | undefined) {
    renamed.value = undefined;
    list.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    if (name === undefined || name === nameOf(design.template.value, element)) return;
    design.run(setAttribute(element.path, "data-name", name.trim() || undefined));
  }

  function drop() {
    const find = (path: string | undefined) => elements.find((each) => each.path === path);
    const [element, target, side] = [find(dragged.value), find(place.value?.path), place.value?.side];
    dragged.value = place.value = undefined;
    if (!element || !target) return;
    const parent = (side !== "inside" && target.parent) || target;
    const index = shownIn(parent).indexOf(target) + (side === "after" ? 1 : 0);
    moveTo(design, element, parent, parent === target ? target.children.length : index);
  }

  function renderLayer(element: SourceElement) {
    const { path, parent } = element;
    const depth = parent ? path.split("/").length : 0;
    const label = nameOf(design.template.value, element);
    const marks = layerMarks.filter((mark) => design.marks.has(mark, path));
    // That what shows a field needs it goes without saying.
    const conditions = conditionsOf(element).filter(({ value }) => value !== fieldOf(element));
    const notes = conditions.map(describeCondition);
    if (design.marks.isSet("hidden", path)) notes.push("hidden while editing");
    const hidden = hiddenAt(design.styles.value, element);
    const isDimmed = hidden !== undefined || marks.includes("hidden");
    if (hidden === element) notes.push(`hidden at ${design.size.value.name}`);

    function showPlace(event: TargetedDragEvent<HTMLElement>) {
      if (dragged.value === undefined) return;
      event.preventDefault();
      const { top, height } = event.currentTarget.getBoundingClientRect();
      const share = (event.clientY - top) / height;
      const edge = holdsElements(design.template.value, element) ? 0.3 : 0.5;
      place.value = { path, side: share < edge ? "before" : share < 1 - edge ? "inside" : "after" };
    }

    return (
      <li
        key={path}
        role="treeitem"
        class={isDimmed ? "row hidden-layer" : "row"}
        aria-level={depth + 1}
        aria-selected={design.selection.value.some((each) => each.path === path)}
        aria-label={[label, ...notes, ...marks].join(" ")}
        title={selectorOf(element)}
        tabIndex={path === selected?.path ? 0 : -1}
        style={{ paddingLeft: `${depth * 0.9 + 0.5}rem` }}
        draggable={parent !== undefined && renamed.value !== path}
        data-drop={place.value?.path === path ? place.value.side : undefined}
        onDragStart={() => (dragged.value = path)}
        onDragEnter={showPlace} // a quick drag may end before the first `dragover`
        onDragOver={showPlace}
        onClick={({ shiftKey, ctrlKey, metaKey }) => {
          if (shiftKey || ctrlKey || metaKey) design.toggle(path);
          else design.select(path);
        }}
        onDblClick={() => (renamed.value = path)}
      >
        {renamed.value === path ? (
          <LayerName name={label} end={(name) => rename(element, name)} />
        ) : (
          <span>{label}</span>
        )}{" "}
        {notes.map((note) => (
          <small title={note}>{note} </small>
        ))}
        <span class="layer-marks">
          {layerMarks.map((mark) => (
            <button
              key={mark}
              type="button"
              class="plain"
              tabIndex={-1}
              aria-label={`${markIcons[mark].label}: ${label}`}
              title={markIcons[mark].label}
              aria-pressed={design.marks.isSet(mark, path)}
              onDblClick={(event) => event.stopPropagation()}
              onClick={(event) => {
                event.stopPropagation();
                design.marks.toggle(mark, [path]);
              }}
            >
              <Icon name={markIcons[mark].icons[marks.includes(mark) ? 1 : 0]} />
            </button>
          ))}
        </span>
      </li>
    );
  }

  if (!root) return <p class="hint">The template has no root element.</p>;
  return (
    <ul
      ref={list}
      class="layers"
      role="tree"
      aria-label="Layers"
      aria-multiselectable="true"
      onKeyDown={handleKey}
      onDrop={(event) => {
        event.preventDefault();
        drop();
      }}
      onDragEnd={() => (dragged.value = place.value = undefined)}
    >
      {elements.map(renderLayer)}
    </ul>
  );
}

/** Scrolls a list until an item is visible, and not the page, as `scrollIntoView` does. */
function scrollWithin(list: HTMLElement, item: HTMLElement) {
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}

function LayerName({ name, end }: { name: string; end: (name: string | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), []);
  return (
    <input
      ref={input}
      aria-label="Layer name"
      autocomplete="off"
      defaultValue={name}
      onClick={(event) => event.stopPropagation()}
      onDblClick={(event) => event.stopPropagation()}
      {...useCommitOnce(end)}
    />
  );
}
