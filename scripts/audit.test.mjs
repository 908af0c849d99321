import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { createTempDirectory } from "../packages/testing/dist/index.js";

const script = fileURLToPath(new URL("audit.mjs", import.meta.url));

/**
 * Runs the audit against a registry that answers every audit request in the same way.
 * @param {number} status
 * @param {object} advisories
 * @returns {Promise<{ exitCode: number, stdout: string }>}
 */
async function audit(status, advisories) {
  const registry = createServer((req, res) => {
    req.resume();
    res.writeHead(req.method === "POST" ? status : 404, { "Content-Type": "application/json" });
    res.end(JSON.stringify(advisories));
  }).listen(0, "127.0.0.1");
  await once(registry, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (registry.address());
  const cache = await createTempDirectory(); // npm caches what it learns about vulnerabilities
  const env = {
    ...process.env,
    npm_config_cache: cache.path,
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_fetch_retries: "0",
  };
  try {
    return await new Promise((resolve) => {
      execFile(process.execPath, [script], { env }, (error, stdout) =>
        resolve({ exitCode: Number(error?.code ?? 0), stdout }),
      );
    });
  } finally {
    registry.close();
    await cache.remove();
  }
}

/** @param {string} severity */
const advisory = (severity) => ({
  express: [{ id: 1, url: "https://example.org/1", title: "Test", severity, vulnerable_versions: "*" }],
});

describe("npm run audit", () => {
  it("fails for a high vulnerability of a production dependency, and names it", async () => {
    const { exitCode, stdout } = await audit(200, advisory("high"));
    assert.match(stdout, /high: express/);
    assert.equal(exitCode, 1);
  });

  it("passes for moderate vulnerabilities", async () => {
    const moderate = await audit(200, advisory("moderate"));
    assert.match(moderate.stdout, /moderate: express/);
    assert.equal(moderate.exitCode, 0);
  });

  it("says that it was skipped if the registry has no audit endpoint", async () => {
    const { exitCode, stdout } = await audit(405, {});
    assert.match(stdout, /SKIPPED.*405/);
    assert.equal(exitCode, 0);
  });
});
