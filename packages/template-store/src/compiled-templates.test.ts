import assert from "node:assert/strict";
import { hashJson, sharedOwner, templateKey } from "@placard/contracts";
import { createFileStore, type ImageStore } from "@placard/storage";
import type { TemplateDocument } from "@placard/templates";
import { createTempDirectory, type TempDirectory } from "@placard/testing";
import { createCompiledTemplates } from "./compiled-templates.ts";
import { createTemplateDocuments, type TemplateDocuments } from "./template-documents.ts";

const [ada, eve] = ["a".repeat(22), "e".repeat(22)];
const documentWith = (html: string): TemplateDocument => ({
  template: { id: "x", fields: { title: {}, author: {} } },
  html,
  assets: {},
});

describe("the documents of templates", () => {
  let directory: TempDirectory;
  let store: ImageStore;
  let documents: TemplateDocuments;
  let compiled: string[];
  beforeEach(async () => {
    directory = await createTempDirectory();
    store = createFileStore({ directory: directory.path });
    documents = createTemplateDocuments({ store, now: () => 1_798_804_800_000 });
    compiled = [];
  });
  afterEach(() => directory.remove());

  const createTemplates = (maxSize?: number) =>
    createCompiledTemplates({
      documents,
      ...(maxSize !== undefined && { maxSize }),
      compile: ({ html }: TemplateDocument) => {
        compiled.push(html);
        const problem = {
          file: "template.html",
          line: 1,
          column: 2,
          severity: "error",
          message: "x",
        } as const;
        return html === "invalid" ? { problems: [problem] } : { template: { html }, problems: [] };
      },
    });

  it("are found by the account and the hash, with their fields in order", async () => {
    const hash = await documents.put(ada, documentWith("x"));
    assert.equal(hash, hashJson(documentWith("x")));
    const found = await documents.get(ada, hash);
    assert.deepEqual(found, documentWith("x"));
    assert.deepEqual(Object.keys(found?.template["fields"] ?? {}), ["title", "author"]);
    assert.equal(await documents.get(eve, hash), undefined);
    assert.equal((await store.head(templateKey(ada, hash)))?.userMetadata["owner"], ada);
  });

  it("are listed for their account only, even if another account has the same tag", async () => {
    const hashes = [await documents.put(ada, documentWith("x")), await documents.put(ada, documentWith("y"))];
    const foreign = templateKey(ada, "f".repeat(43));
    const attributes = { contentType: "application/json", storedAt: 1, expiresAt: 2 };
    await store.put(foreign, Buffer.from("{}"), { ...attributes, userMetadata: { owner: eve } });
    const listed: string[] = [];
    for await (const { hash, document } of documents.list(ada)) {
      listed.push(hash);
      assert.equal(hash, hashJson(document));
    }
    assert.deepEqual(listed.toSorted(), hashes.toSorted());
  });

  it("are found by every account if they are shared", async () => {
    const hash = await documents.put(sharedOwner, documentWith("shared"));
    assert.deepEqual(await documents.get(ada, hash), documentWith("shared"));
  });

  it("count as absent if their content does not match their hash", async () => {
    const hash = hashJson(documentWith("x"));
    const attributes = { contentType: "application/json", storedAt: 1, expiresAt: 2 };
    await store.put(templateKey(ada, hash), Buffer.from(JSON.stringify(documentWith("y"))), attributes);
    assert.equal(await documents.get(ada, hash), undefined);
  });

  it("are compiled once, however many requests need them at the same time", async () => {
    const hash = await documents.put(ada, documentWith("x"));
    const templates = createTemplates();
    const found = await Promise.all([1, 2, 3].map(() => templates.find(ada, hash)));
    assert.deepEqual(
      found.map((each) => each?.template.html),
      ["x", "x", "x"],
    );
    await templates.find(ada, hash);
    assert.deepEqual(compiled, ["x"]);
    assert.equal(await templates.find(ada, "h".repeat(43)), undefined);
  });

  it("leave memory when others are used, and are compiled again", async () => {
    const texts = ["a", "b", "c"];
    const hashes = await Promise.all(texts.map((text) => documents.put(ada, documentWith(text))));
    const templates = createTemplates(2 * JSON.stringify(documentWith("a")).length);
    for (const hash of [...hashes, ...hashes.slice(0, 1)]) await templates.find(ada, hash);
    assert.deepEqual(compiled, ["a", "b", "c", "a"]);
  });

  it("that this release cannot compile fail with the reason, and are tried again", async () => {
    const hash = await documents.put(ada, documentWith("invalid"));
    const templates = createTemplates();
    for (let i = 0; i < 2; i++)
      await assert.rejects(templates.find(ada, hash), (error: Error & { code?: string }) => {
        assert.equal(error.code, "render_failed");
        assert.match(String(error.cause), /does not compile: 1:2 x/);
        return true;
      });
    assert.equal(compiled.length, 2);
  });
});
