import assert from "node:assert/strict";
import { signLink } from "@placard/client";
import { waitFor } from "@testing-library/dom";
import { cardAnswers, eventSample } from "../testing/cards.ts";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const key = { id: "key-1", name: "site", hint: "abcd", createdAt: "2026-01-01T00:00:00Z", lastUsedAt: null };

describe("the page of signing keys", () => {
  let app: TestApp;
  afterEach(() => app.close());
  const open = async (signingKeys: object[]) => {
    app = await openApp({
      path: "signing-keys",
      answers: { ...cardAnswers, "GET /signing-keys": { signingKeys } },
    });
  };
  const link = () => app.findByLabelText<HTMLInputElement>("Signed link").then(({ value }) => value);
  const expected = (data: object, form: "readable" | "short") =>
    signLink<string>({
      baseUrl: "https://og.example.com",
      kid: "key-1",
      secret: "plks_secret",
      template: "event",
      format: "png",
      data: data as Record<string, string>,
      form,
    });

  it("builds links with a new key, whose secret is filled in", async () => {
    await open([]);
    await app.waitFor("You have no signing keys yet.");
    assert.equal(app.queryByText("Build a signed link"), null);
    app.api.answer("POST /signing-keys", { ...key, secret: "plks_secret" });
    app.api.answer("GET /signing-keys", { signingKeys: [key] });
    app.type("Name of the new signing key", "site");
    app.click("Create signing key");
    await app.waitFor(/Readable links can't contain lists. Left out: speakers./);
    assert.equal(await link(), await expected({ title: eventSample.title }, "readable"));
    app.type("Form", "short");
    const short = await expected(eventSample, "short");
    await waitFor(async () => assert.equal(await link(), short));
  });

  it("asks for the secret of a key that was created before", async () => {
    await open([key, { ...key, id: "key-2", name: "blog" }]);
    await app.waitFor("Enter the secret of the key to sign the link.");
    assert.equal(app.queryByLabelText("Signed link"), null);
    app.type("Secret", " plks_secret ");
    assert.equal(await link(), await expected({ title: eventSample.title }, "readable"));
    app.type("Signing key", "key-2");
    await app.waitFor("Enter the secret of the key to sign the link.");
    assert.equal(app.queryByLabelText("Signed link"), null);
  });
});
