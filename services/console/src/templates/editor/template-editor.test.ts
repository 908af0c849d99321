import assert from "node:assert/strict";
import { PlacardError } from "@placard/client";
import { createTemplateEditor, type TemplateEditor } from "./template-editor.ts";

const document = {
  template: { name: "Mine", samples: [{ name: "short", data: { title: "Hi" } }] },
  html: "<p>Hi</p>",
  assets: {},
};
const published = { id: "mine", name: "Mine", version: 1, versions: [], document };
const problem = {
  file: "template.html",
  line: 1,
  column: 2,
  severity: "error",
  message: "The element is not supported.",
} as const;

describe("the editor of a template", () => {
  let problems: object[] = [];
  let lintError: PlacardError | undefined;
  const warnings: object[] = [];
  let requests: { call: string; body?: unknown }[] = [];
  let stored: { html: string } | undefined;
  const respond = (call: string, data: object) => async (body?: unknown) => {
    requests.push({ call, body });
    return { data };
  };
  const client = {
    lintTemplate: async (body: unknown) => {
      requests.push({ call: "lint", body });
      if (lintError) throw lintError;
      return { data: { problems } };
    },
    previewTemplate: respond("preview", { image: "AAAA", format: "png", boxes: [], warnings }),
    putDraft: async (_id: string, draft: { html: string }) => {
      stored = draft;
      return { meta: { headers: new Headers({ etag: '"1"' }) } };
    },
    deleteDraft: async () => {
      stored = undefined;
    },
  };
  const unsavedDrafts = new Map();
  const services = {
    client,
    unsavedDrafts,
    messages: { close() {} },
    session: { state: { value: { status: "signed-in", user: { id: "ada" } } } },
  };
  let createTemplate: () => Promise<object>;
  /** The document of the version that is published. */
  let current: object = document;
  const api = {
    getTemplate: async () => ({ data: { ...published, version: 2, document: current } }),
    createTemplateVersion: (_id: string, body: unknown) => respond("publish", { version: 2 })(body),
    createTemplate: () => createTemplate(),
  };
  const account = { api, histories: new Map() };
  let editor: TemplateEditor;
  const open = (details: object | null = published, draft?: object) => {
    const template = { id: "mine", details, stored: draft && { draft, etag: '"1"' } };
    editor = createTemplateEditor(template as never, services as never, account as never);
    return editor;
  };
  /** Waits until the document was checked and rendered. */
  const settle = async (isDone: () => boolean) => {
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  beforeEach(() => {
    problems = [];
    requests = [];
    stored = undefined;
    unsavedDrafts.clear();
    account.histories.clear();
  });
  afterEach(() => editor.close());

  it("renders the current version with its first sample", async () => {
    const { preview, isChanged } = open();
    await settle(() => preview.value !== undefined);
    assert.deepEqual((requests.at(-1)!.body as { data: object }).data, { title: "Hi" });
    assert.equal(isChanged.value, false);
  });

  it("shows what one fix is for once, not for each repetition of an element", async () => {
    const fix = (element: string) => ({ fix: { element, color: "#ffffff" } });
    warnings.push(fix("0/1:0"), fix("0/1:1"), fix("0/2"), { message: "a" }, { message: "b" });
    const { preview } = open();
    await settle(() => preview.value !== undefined);
    assert.deepEqual(
      preview.value!.warnings.map(({ fix: shown, message }) => shown?.element ?? message),
      ["0/1:0", "0/2", "a", "b"],
    );
    warnings.length = 0;
  });

  it("renders edited data only while the draft has its fields and the parts of its entries", async () => {
    const { change, undo, editedData, previewRequest, sampleIndex } = open();
    const withTags = (items: unknown) =>
      change({ json: JSON.stringify({ ...document.template, fields: { tags: { type: "array", items } } }) });
    withTags("string");
    const edited = { tags: ["A"] };
    editedData.value = edited;
    withTags({ text: "string", price: "string" });
    assert.deepEqual(previewRequest().data, { title: "Hi" });
    assert.equal(sampleIndex(), 0);
    undo();
    assert.deepEqual(previewRequest().data, edited);
    withTags({ type: "string", maxLength: 9 });
    assert.deepEqual(previewRequest().data, edited);
    editedData.value = { tags: [{ text: "A" }] };
    assert.deepEqual(previewRequest().data, { title: "Hi" });
  });

  it("saves a changed draft, and shows its problems in place of a new card", async () => {
    const { change, problems: found, failure, preview } = open();
    await settle(() => preview.value !== undefined);
    problems = [problem];
    change({ html: "<x></x>" });
    await settle(() => found.value.length > 0);
    assert.equal(failure.value, "Fix the errors to update the card.");
    await editor.saver.flush();
    assert.equal(stored?.html, "<x></x>");
    assert.equal(editor.validDocument(), undefined);
    change({ html: document.html });
    await editor.saver.flush();
    assert.equal(stored, undefined);
  });

  it("renders the card again when the server can be reached after it could not be", async () => {
    const { change, failure, preview } = open();
    await settle(() => preview.value !== undefined);
    lintError = new PlacardError({ code: "network_error", message: "Unreachable" });
    change({ html: "<p>Hello</p>" });
    await settle(() => failure.value === lintError);
    lintError = undefined;
    await settle(() => failure.value === undefined);
    assert.equal(preview.value?.html, "<p>Hello</p>");
  });

  it("shows where template.json is not valid without a request", async () => {
    const { change, problems: found, preview } = open();
    await settle(() => preview.value !== undefined);
    const before = requests.length;
    change({ json: '{\n  "name": }' });
    await settle(() => found.value.length > 0);
    assert.deepEqual([found.value[0]?.file, found.value[0]?.line], ["json", 2]);
    assert.equal(requests.length, before);
    await assert.rejects(editor.publish(), /was not published. Fix the errors/);
  });

  it("undoes a change of several files and assets as one step", async () => {
    const { change, undo, redo, draft, preview } = open();
    await settle(() => preview.value !== undefined);
    const before = draft.value;
    change({ html: "<p>New</p>", json: "{}", assets: { "star.svg": "1" } });
    undo();
    assert.equal(draft.value, before);
    redo();
    assert.deepEqual([draft.value.json, draft.value.assets], ["{}", { "star.svg": "1" }]);
  });

  it("undoes also after another page was open, but not what another tab changed since", async () => {
    const first = open();
    const before = first.draft.value.html;
    first.change({ html: "<p>New</p>" });
    const { draft } = first;
    first.close();
    const again = open(published, draft.value);
    again.undo();
    assert.equal(again.draft.value.html, before);
    again.close();
    assert.equal(open(published, { ...draft.value, html: "<p>Other tab</p>" }).canUndo.value, false);
  });

  it("renders only the last of several cards that are requested during a preview", async () => {
    const { render, preview, isRendering } = open();
    await settle(() => preview.value !== undefined && !isRendering.value);
    requests = [];
    for (const html of ["<p>1</p>", "<p>2</p>", "<p>3</p>"]) void render(() => html);
    await settle(() => preview.value?.html === "<p>3</p>");
    const rendered = requests.map(({ body }) => (body as { html: string }).html);
    assert.deepEqual(rendered, ["<p>1</p>", "<p>3</p>"]);
  });

  it("publishes a version with template.json as it is written, and is then unchanged", async () => {
    const { change, draft, isChanged, preview } = open();
    await settle(() => preview.value !== undefined);
    const json = JSON.stringify(document.template, null, 8);
    change({ json });
    assert.equal(isChanged.value, true);
    current = { ...document, json };
    assert.equal(await editor.publish(), 2);
    assert.equal((requests.find(({ call }) => call === "publish")!.body as { json: string }).json, json);
    assert.deepEqual([draft.value.json, isChanged.value], [json, false]);
    assert.equal(stored, undefined);
    assert.equal(editor.details.value?.version, 2);
  });

  it("shows the problems for which the server rejects a new template", async () => {
    createTemplate = () =>
      Promise.reject(
        Object.assign(Object.create(PlacardError.prototype) as PlacardError, {
          code: "validation_failed",
          details: [{ path: "/html", line: 3, column: 1, message: "is not supported" }],
        }),
      );
    open(null, { json: "{}", html: "<p></p>", assets: {} });
    await assert.rejects(editor.publish(), /was not published. Fix the errors/);
    assert.deepEqual([editor.problems.value[0]?.file, editor.problems.value[0]?.line], ["html", 3]);
  });

  it("goes on with what an expired session kept from being saved", async () => {
    unsavedDrafts.set("ada/mine", { draft: { json: "{}", html: "<p>Unsaved</p>", assets: {} }, etag: '"1"' });
    open();
    assert.equal(editor.draft.value.html, "<p>Unsaved</p>");
    await editor.saver.flush();
    assert.equal(stored?.html, "<p>Unsaved</p>");
  });

  it("fails if there is neither a version nor a draft", () => {
    open();
    const nothing = { id: "other", details: undefined, stored: undefined };
    assert.throws(
      () => createTemplateEditor(nothing, services as never, account as never),
      /There is no template with the ID other/,
    );
  });
});
