import assert from "node:assert/strict";
import { poll, startPlacard, type Placard } from "@placard/testing";

describe("the proof of a template whose renderer stops", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard({ env: { RATE_LIMIT_API: "0" } });
  });
  after(() => placard?.stop());

  const requestProof = async () => {
    const template = { id: "note", name: "Note", description: "A note", fields: { title: "string" } };
    const response = await fetch(`${placard.url}/api/v1/og/templates/note/proof`, {
      method: "POST",
      headers: { Authorization: `Bearer ${placard.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ template, html: "<main><h1>{{title}}</h1></main>" }),
    });
    const { error } = (await response.json()) as { error?: { code: string } };
    return [response.status, error?.code];
  };

  it("responds with 503 if its renderer was killed, and works again with another renderer", async () => {
    assert.deepEqual(await requestProof(), [200, undefined]);
    await placard.renderers[0]?.stop("SIGKILL");
    assert.deepEqual(await requestProof(), [503, "unavailable"]);
    placard.startRenderer();
    await poll("the proof to be drawn", async () => (await requestProof())[0] === 200);
  });
});
