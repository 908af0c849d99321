import assert from "node:assert/strict";
import { PlacardError } from "@placard/client";
import { createDraftSaver } from "./draft-saver.ts";

const draft = (html: string) => ({ json: "{}", html, assets: {} });

describe("saving a draft", () => {
  const fail = (code: string) =>
    Promise.reject(Object.assign(Object.create(PlacardError.prototype) as PlacardError, { code }));
  let stored: { draft: object; etag: string } | undefined;
  let version = 0;
  let isOffline = false;
  let refusal: string | undefined;
  let errors: unknown[] = [];
  const respond = (data: object, etag = "") => ({ data, meta: { headers: new Headers({ etag }) } });
  const store = (content: object) => (stored = { draft: content, etag: `"${++version}"` });
  const client = {
    getDraft: async () => (stored ? respond(stored.draft, stored.etag) : fail("not_found")),
    putDraft: async (_id: string, content: object, { ifMatch }: { ifMatch?: string } = {}) => {
      if (isOffline) return fail("network_error");
      if (refusal !== undefined) return fail(refusal);
      if (ifMatch !== stored?.etag) return fail("conflict");
      store(content);
      return respond(content, stored!.etag);
    },
    deleteDraft: async () => {
      stored = undefined;
      return respond({});
    },
  };
  const open = () => createDraftSaver("a", stored?.etag, client as never, (error) => errors.push(error));

  beforeEach(() => {
    stored = undefined;
    isOffline = false;
    refusal = undefined;
    errors = [];
  });

  it("stores each change, and deletes the draft when nothing is left to publish", async () => {
    const saver = open();
    for (const html of ["1", "2"]) {
      saver.save(draft(html));
      await saver.flush();
      assert.deepEqual([stored?.draft, saver.state.value], [draft(html), "saved"]);
    }
    saver.save(undefined);
    assert.equal(await saver.close(), undefined);
    assert.equal(stored, undefined);
  });

  it("stops at a change of another tab until the user chooses to overwrite it", async () => {
    const saver = open();
    saver.save(draft("mine"));
    await saver.flush();
    store(draft("other tab"));
    saver.save(draft("mine 2"));
    await saver.flush();
    saver.save(draft("mine 3"));
    await saver.flush();
    assert.deepEqual([stored?.draft, saver.state.value], [draft("other tab"), "conflict"]);
    assert.deepEqual(saver.other.value, draft("other tab"));
    await saver.overwrite();
    assert.deepEqual([stored?.draft, saver.state.value], [draft("mine 3"), "saved"]);
    assert.equal(await saver.close(), undefined);
  });

  it("takes a lost response for what it is: the draft was saved", async () => {
    const saver = open();
    store(draft("mine"));
    saver.save(draft("mine"));
    await saver.flush();
    assert.equal(saver.state.value, "saved");
    await saver.close();
  });

  it("reports a draft that the server refuses, and saves the next change", async () => {
    const saver = open();
    for (const code of ["payload_too_large", "limit_reached"]) {
      refusal = code;
      saver.save(draft(code));
      await saver.flush();
      assert.equal(saver.state.value, "refused");
    }
    assert.equal(errors.length, 2);
    refusal = undefined;
    saver.save(draft("smaller"));
    await saver.flush();
    assert.deepEqual([stored?.draft, saver.state.value], [draft("smaller"), "saved"]);
    await saver.close();
  });

  it("returns what could not be saved, to go on with it after the next sign-in", async () => {
    const saver = open();
    isOffline = true;
    saver.save(draft("mine"));
    assert.deepEqual(await saver.close(), { draft: draft("mine"), etag: undefined });
    assert.equal(errors.length, 1);
  });
});
