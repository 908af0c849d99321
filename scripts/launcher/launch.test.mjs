import assert from "node:assert/strict";
import { createServer } from "node:net";
import { mock } from "node:test";
import { createTempDirectory, findFreePortRange } from "../../packages/testing/dist/index.js";
import { launch } from "./launch.mjs";

describe("a launcher that cannot start", () => {
  /** @type {import("../../packages/testing/dist/index.js").TempDirectory} */
  let data;
  /** @type {Record<string, string>} */
  let settings;
  beforeEach(async () => {
    data = await createTempDirectory();
    const port = await findFreePortRange(3);
    settings = { DATA_DIR: data.path, PORT: `${port}`, ADMIN_PORT: `${port + 1}` };
  });
  afterEach(() => data.remove());

  /**
   * Runs the launcher in this process until it gives up.
   * @param {Record<string, string>} [overrides]
   * @returns its error message
   */
  async function failToLaunch(overrides = {}) {
    const output = mock.method(console, "log", () => {});
    const errors = mock.method(console, "error", () => {});
    try {
      assert.equal(await launch({ ...settings, ...overrides }), 1);
    } finally {
      output.mock.restore();
      errors.mock.restore();
    }
    assert.equal(output.mock.callCount(), 0);
    assert.equal(errors.mock.callCount(), 1);
    return String(errors.mock.calls[0]?.arguments[0]);
  }

  it("reports a port that is in use, of the gateway or a renderer", async () => {
    const [public_, admin] = [Number(settings["PORT"]), Number(settings["ADMIN_PORT"])];
    for (const [port, name] of /** @type {const} */ ([
      [public_, "PORT"],
      [admin, "ADMIN_PORT"],
      [admin + 1, "ADMIN_PORT"], // of a renderer
    ])) {
      const server = createServer();
      await new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(undefined)));
      const message = await failToLaunch();
      await new Promise((resolve) => server.close(resolve));
      assert.match(message, new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use.* another ${name}\\.$`));
    }
  });

  // A data directory that another launcher uses is tested in start.system.test.mjs.

  it("reports every invalid setting in one message", async () => {
    const invalid = { PORT: "x", RENDERERS: "0", JWT_SECRET: "short", IMAGE_TTL: "-1", QUEUE_LIMIT: "many" };
    const message = await failToLaunch(invalid);
    for (const name of Object.keys(invalid))
      assert.equal(message.split(`- ${name} `).length, 2, `${name} once in:\n${message}`);
  });
});
