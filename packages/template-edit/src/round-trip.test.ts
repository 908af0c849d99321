import assert from "node:assert/strict";
import { compileTemplate } from "@placard/templates";
import { itemFieldsOf, readFields } from "@placard/templates/source";
import * as fc from "fast-check";
import { edit, type Operation } from "./edit.ts";
import {
  insertElement,
  moveBeside,
  moveBesideOthers,
  moveElement,
  removeElement,
  wrapElements,
} from "./elements.ts";
import { addField, removeField } from "./field-definitions.ts";
import { renameField } from "./fields.ts";
import { removeElements } from "./remove-elements.ts";
import { keepLook } from "./keep-look.ts";
import { setAttribute } from "./attributes.ts";
import { listElements, openTemplate, type OpenTemplate, type TemplateFiles } from "./open-template.ts";
import { removeDeclaration, setDeclarations } from "./set-declarations.ts";
import { declarationsOf, declarationOf } from "./styles.ts";
import { generatedDocuments, readDocuments } from "./testing/documents.ts";
import {
  allDeclarations,
  at,
  compact,
  elementsOf,
  insertInto,
  outlineOf,
  removeFrom,
  type Outline,
} from "./testing/outline.ts";
import { setText, textOf, wrapText } from "./texts.ts";

/** An operation on a template with what must be true afterwards. */
interface Trial {
  operation: Operation;
  /** What the elements must be; the same as before if absent. */
  outline?: (before: Outline) => void;
  check?: (before: OpenTemplate, after: OpenTemplate) => void;
}

const values = {
  color: ["#123456", "var(--accent)"],
  padding: ["7px", "1cqmin 3px"],
  "padding-left": ["9px"],
  left: ["13px"],
  "font-family": ['"Inter", serif'],
  "background-image": ["linear-gradient(red, blue 40%)"],
  "--own": ["4px"],
};
const properties = Object.keys(values) as (keyof typeof values)[];

/** Any operation on any element: `numbers` choose. */
function chooseTrial(template: OpenTemplate, kind: number, [a, b, c]: [number, number, number]): Trial {
  const elements = listElements(template.root).filter(({ tag }) => tag !== "style");
  const pick = <T>(list: readonly T[], number: number) => list[number % list.length]!;
  const element = pick(elements, a);
  const other = pick(elements, b);
  const { path } = element;
  const index = c % (other.children.length + 1);
  const neighbors = (outline: Outline): [Outline, Outline | undefined, Outline | undefined] => {
    const parent = at(outline, other.path);
    const siblings = elementsOf(parent);
    return [parent, index > 0 ? siblings[index - 1] : undefined, siblings[index]];
  };
  const property = pick(properties, b);
  const value = pick(values[property], c);
  const scope = c % 3 === 0 ? "element" : "rule";
  const trials: (() => Trial)[] = [
    () => ({
      operation: setText(path, "A & B <i> {{x}}".slice(0, 9)),
      outline(before) {
        const { content } = at(before, path);
        const isText = (part: string | Outline) => typeof part === "string" && !/^\s*$|^<!--/u.test(part);
        const own = content.findIndex(isText);
        content.splice(Math.max(own, 0), own < 0 ? 0 : 1, "A & B <i>");
      },
      check: (_, after) => assert.equal(textOf(after, find(after, path)), "A & B <i>"),
    }),
    () => ({ operation: removeElement(path), outline: (before) => void removeFrom(before, path) }),
    () => ({
      operation: insertElement(other.path, index, "<div>New</div>"),
      outline: (before) =>
        insertInto(
          neighbors(before)[0],
          { tag: "<div>", content: ["New"] },
          neighbors(before)[1],
          neighbors(before)[2],
        ),
    }),
    () => ({
      operation: moveElement(path, other.path, index),
      outline(before) {
        const [parent, previous, next] = neighbors(before);
        const moved = at(before, path);
        if (moved === previous || moved === next) return;
        const from = at(before, element.parent!.path);
        insertInto(parent, structuredClone(moved), previous, next);
        from.content.splice(from.content.indexOf(moved), 1);
      },
    }),
    () => ({
      operation: wrapElements([path], '<div style="display: flex">'),
      outline(before) {
        const { content } = at(before, element.parent!.path);
        const wrapped = at(before, path);
        content[content.indexOf(wrapped)] = { tag: '<div style="display: flex">', content: [wrapped] };
      },
    }),
    () => ({
      operation: setDeclarations(path, { [property]: value }, { scope }),
      check(before, after) {
        const quoted = value.replaceAll('"', "'");
        const found = declarationOf(after, find(after, path), property);
        assert.ok(found && [value, quoted].includes(found.value), `${found?.value} instead of ${value}`);
        assert.equal(found.name, property);
        const [old, now] = [allDeclarations(before), allDeclarations(after)];
        const added = now.length - old.length;
        assert.ok(added === 0 || added === 1);
        const changed = old.filter((each) => !now.includes(each));
        assert.ok(changed.length <= 1, `${changed.length} declarations changed`);
        if (scope === "rule") return;
        for (const each of listElements(before.root))
          if (each.path !== path)
            assert.equal(text(after, find(after, each.path)), text(before, each), `of ${each.path}`);
      },
    }),
    () => {
      const own = pick([undefined, ...declarationsOf(template, element)], b);
      return {
        operation: removeDeclaration(path, own?.name ?? "color"),
        check(before, after) {
          const [old, now] = [allDeclarations(before), allDeclarations(after)];
          assert.ok(old.length - now.length <= 1);
          assert.ok(now.every((each) => old.includes(each)));
        },
      };
    },
    () => ({
      operation: setAttribute(path, "title", `a "b" 'c' &amp; {{x}}`.slice(0, 15)),
      check: (_, after) =>
        assert.equal(
          find(after, path).node.attrs.find(({ name }) => name === "title")?.value,
          `a "b" 'c' &amp;`,
        ),
    }),
    () => ({
      operation: moveBeside(path, other.path, pick(["before", "after"], b), "<div>", {
        moved: { flex: "1" },
        target: { flex: "1" },
      }),
      outline(before) {
        const [moved, target] = [at(before, path), at(before, other.path)];
        const [from, parent] = [at(before, element.parent!.path), at(before, other.parent!.path)];
        from.content.splice(from.content.indexOf(moved), 1);
        const content = pick(["before", "after"], b) === "before" ? [moved, target] : [target, moved];
        parent.content[parent.content.indexOf(target)] = { tag: "<div>", content };
      },
    }),
    () => ({
      operation: moveBesideOthers(path, (other.parent ?? other).path, pick(["before", "after"], b), "<div>", {
        flex: "1",
      }),
      outline(before) {
        const moved = at(before, path);
        const [from, parent] = [at(before, element.parent!.path), at(before, (other.parent ?? other).path)];
        from.content.splice(from.content.indexOf(moved), 1);
        const isElement = (each: (typeof parent.content)[number]) => typeof each !== "string";
        const [first, last] = [parent.content.findIndex(isElement), parent.content.findLastIndex(isElement)];
        const content = parent.content.slice(first, last + 1);
        const column = { tag: "<div>", content };
        const row = pick(["before", "after"], b) === "before" ? [moved, column] : [column, moved];
        parent.content.splice(first, content.length, ...row);
      },
    }),
    () => ({
      operation: wrapText(path, "span"),
      outline(before) {
        const { content } = at(before, path);
        const own = content.findIndex((part) => typeof part === "string" && !/^\s*$|^<!--/u.test(part));
        const wrapped = { tag: "<span>", content: content.slice(Math.max(own, 0), own + 1) };
        content.splice(Math.max(own, 0), own < 0 ? 0 : 1, wrapped);
      },
    }),
    () => ({
      operation: keepLook(wrapElements([path], "<div>"), []),
      outline(before) {
        const { content } = at(before, element.parent!.path);
        const wrapped = at(before, path);
        content[content.indexOf(wrapped)] = { tag: "<div>", content: [wrapped] };
      },
      check(before, after) {
        for (const name of ["color", "font-size", "padding", "background"]) {
          const was = declarationOf(before, element, name);
          if (was?.name !== name) continue;
          if (was.origin.kind === "rule" && /[+~:]/u.test(was.origin.selector)) continue;
          assert.ok(declarationOf(after, find(after, `${path}/0`), name), `${name} is lost`);
        }
      },
    }),
    () => {
      const fields = readFields(JSON.parse(template.json) as Record<string, unknown>);
      const lists = [...fields].flatMap(([name, { kind: each }]) => (each === "list" ? [name] : []));
      const list = lists.length > 0 ? `${pick(lists, b)}.` : "";
      return {
        operation: addField(`${list}added`, { type: "string", example: "New" }),
        outline: () => {},
      };
    },
    () => {
      const fields = readFields(JSON.parse(template.json) as Record<string, unknown>);
      const names = [...fields].flatMap(([name, field]) => [
        name,
        ...[...(itemFieldsOf(field)?.keys() ?? [])].map((part) => `${name}.${part}`),
      ]);
      const name = names.length > 0 ? pick(names, b) : "none";
      return {
        operation: c % 2 === 0 ? renameField(name, "renamed") : removeField(name),
        outline: () => {},
      };
    },
    () => ({
      operation: removeElements([path]),
      outline: (before) => void removeFrom(before, path),
      check(before, after) {
        const unused = (each: OpenTemplate) =>
          each.checked!.sheet.rules.filter((rule) => !each.ruleUses.has(rule)).length;
        assert.ok(unused(after) <= unused(before), "a rule matches nothing");
      },
    }),
  ];
  return pick(trials, kind)();
}

function find(template: OpenTemplate, path: string) {
  return listElements(template.root).find((element) => element.path === path)!;
}

function text(template: OpenTemplate, element: ReturnType<typeof find>): string {
  return declarationsOf(template, element)
    .map(({ name, value }) => `${name}: ${value}`)
    .join("; ");
}

function compiles({ json, html, assets }: TemplateFiles): boolean {
  return (
    compileTemplate({ template: JSON.parse(json) as object as Record<string, unknown>, html, assets })
      .template !== undefined
  );
}

/** Start tags change in some operations: attributes are compared elsewhere. */
function withoutAttributes({ tag, content }: Outline): Outline {
  return {
    tag: /^<\w+/u.exec(tag)![0],
    content: content.map((part) => (typeof part === "string" ? part : withoutAttributes(part))),
  };
}

const choices = fc.tuple(fc.nat(14), fc.tuple(fc.nat(), fc.nat(), fc.nat()));

/** Does an operation, and checks what is guaranteed. @returns whether it was refused */
function tryOperation(template: OpenTemplate, [kind, numbers]: [number, [number, number, number]]): boolean {
  const { operation, outline, check } = chooseTrial(template, kind, numbers);
  const result = edit(template, operation);
  if (!result.template) {
    assert.notEqual(result.reason, "");
    return true;
  }
  const after = result.template;
  assert.ok(compiles(after), "does not compile");
  check?.(template, after);
  const expected = outlineOf(template);
  outline?.(expected);
  const simplify = kind >= 5 ? (each: Outline) => withoutTexts(withoutAttributes(each)) : compact;
  assert.deepEqual(simplify(compactOf(after)), simplify(compact(expected)));
  return false;
}

function compactOf(template: OpenTemplate): Outline {
  return compact(outlineOf(template));
}

/** A renamed field is in texts too. */
function withoutTexts({ tag, content }: Outline): Outline {
  return { tag, content: content.flatMap((part) => (typeof part === "string" ? [] : [withoutTexts(part)])) };
}

describe("An edit of a template touches only what it must, and compiles or is refused", () => {
  it("in fixtures and built-in templates", () => {
    const documents = readDocuments();
    const opened = new Map<string, OpenTemplate>();
    const open = (name: string) => {
      const files = documents.get(name)!;
      const template = opened.get(name) ?? openTemplate(files);
      opened.set(name, template);
      return template;
    };
    const builtIns = [...documents.keys()].filter((name) => !name.includes("/"));
    for (const name of builtIns) assert.equal(open(name).error, undefined, name);
    let [count, refused] = [0, 0];
    fc.assert(
      fc.property(fc.constantFrom(...documents.keys()), choices, (name, choice) => {
        count++;
        if (tryOperation(open(name), choice)) refused++;
      }),
      { numRuns: 150 },
    );
    assert.ok(refused < count / 2, `${refused} of ${count} were refused`);
  });

  it("in generated documents", () => {
    fc.assert(
      fc.property(generatedDocuments, choices, (files, choice) => {
        const template = openTemplate(files);
        assert.equal(template.error, undefined);
        tryOperation(template, choice);
      }),
      { numRuns: 200 },
    );
  });
});
