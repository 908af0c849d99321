import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import {
  createTempDirectory,
  getSharedPlacard,
  poll,
  registerTestClient,
  type SharedPlacard,
  type TempDirectory,
} from "@placard/testing";
import { createClient } from "../index.ts";
import { runCommand } from "./run-command.ts";

const program = fileURLToPath(new URL("../../bin/placard-client.js", import.meta.url));
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path fill="currentColor" d="M0 0h8v8H0z"/></svg>';

describe("the commands of placard-client", () => {
  let placard: SharedPlacard;
  let directory: TempDirectory;
  let key = "";
  before(async () => {
    placard = await getSharedPlacard();
    directory = await createTempDirectory();
    const user = await registerTestClient(placard.url);
    const client = createClient({ baseUrl: placard.url, token: () => user.token() });
    key = (await client.createApiKey({ name: "cli" })).data.key;
  });
  after(() => directory.remove());

  const variables = () => ({ PLACARD_URL: placard.url, PLACARD_KEY: key });

  /** Starts a process. */
  function start(args: readonly string[], env: Record<string, string> = variables()): ChildProcess {
    return spawn(program, args, {
      env: { PATH: process.env["PATH"], ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  async function run(args: readonly string[], env: Record<string, string> = {}) {
    let output = "";
    const print = (line: unknown) => void (output += `${String(line)}\n`);
    const status = await runCommand(args, { ...variables(), ...env }, { log: print, error: print });
    return { status, output };
  }

  async function writeTemplate(name: string, html: string): Promise<string> {
    const folder = join(directory.path, name);
    const template = {
      id: name,
      name: "Release",
      fields: { version: { type: "string" } },
      samples: [{ name: "short", data: { version: "4.2.0" } }],
    };
    await mkdir(join(folder, "assets"), { recursive: true });
    await writeFile(join(folder, "template.json"), JSON.stringify(template));
    await writeFile(join(folder, "template.html"), html);
    await writeFile(join(folder, "assets", "logo.svg"), svg);
    return folder;
  }

  it("publish a folder with its assets, and the same folder only once", async () => {
    const folder = await writeTemplate(
      "cli-release",
      '<main><img src="assets/logo.svg" alt="">{{version}}</main>',
    );
    const child = start(["template", "publish", folder]);
    const [output, [status]] = await Promise.all([readText(child.stdout!), once(child, "close")]);
    assert.deepEqual([status, output], [0, "Published cli-release@1.\n"]);
    const again = await run(["template", "publish", folder]);
    assert.equal(again.output, "Nothing to publish: cli-release@1 has the same content.\n");
    await writeTemplate("cli-release", '<main><img src="assets/logo.svg" alt=""><p>{{version}}</p></main>');
    assert.match((await run(["template", "publish", folder])).output, /cli-release@2\./);
    const client = createClient({ baseUrl: placard.url, key });
    const { data } = await client.generateImage({
      template: "cli-release@2",
      data: { version: "1" },
    });
    assert.equal(data.width, 1200);
  });

  it("write the draft of a template, or its version, and overwrite other files only with --force", async () => {
    const folder = await writeTemplate("cli-pull", '<main><img src="assets/logo.svg">{{version}}</main>');
    const json = (await readFile(join(folder, "template.json"), "utf8")).replace(":", " : ");
    await writeFile(join(folder, "template.json"), json);
    await run(["template", "publish", folder]);
    const pulled = join(directory.path, "pulled", "cli-pull");
    const version = await run(["template", "pull", pulled]);
    assert.deepEqual(version, { status: 0, output: `Wrote cli-pull@1 to ${pulled}.\n` });
    assert.equal(await readFile(join(pulled, "template.json"), "utf8"), json);
    assert.match(await readFile(join(pulled, "assets", "logo.svg"), "utf8"), /<svg/);
    const client = createClient({ baseUrl: placard.url, key });
    await client.putDraft("cli-pull", { json, html: "<main>", assets: {} });
    const renamed = join(directory.path, "renamed");
    await rename(pulled, renamed);
    const refused = await run(["template", "pull", renamed]);
    assert.deepEqual([refused.status, /content: template\.html\. /.test(refused.output)], [1, true]);
    const forced = await run(["template", "pull", renamed, "--force"]);
    assert.match(forced.output, /Wrote the draft of cli-pull/);
    assert.equal(await readFile(join(renamed, "template.html"), "utf8"), "<main>");
    const { status, output } = await run(["template", "pull", join(directory.path, "cli-none")]);
    assert.deepEqual([status, /no template with the ID cli-none/.test(output)], [1, true], output);
  });

  it("exit with status 1 if the port of the preview is in use", async () => {
    const folder = await writeTemplate("cli-port", "<main>{{version}}</main>");
    const child = start(["template", "dev", folder, "--port", new URL(placard.url).port]);
    const [output, [status]] = await Promise.all([readText(child.stderr!), once(child, "close")]);
    assert.deepEqual([status, /^Port \d+ can't be used\./.test(output)], [1, true], output);
  });

  it("prove a folder, and say how many cards differ from the published version", async () => {
    const folder = await writeTemplate("cli-proof", "<main>{{version}}</main>");
    await run(["template", "publish", folder]);
    await writeTemplate("cli-proof", "<main>{{version}}!</main>");
    const { status, output } = await run(["template", "proof", folder]);
    assert.equal(status, 0, output);
    assert.match(output, /^Compared with version 1\.\n\d+ of \d+ cards differ\./);
  });

  it("lint a folder without a server, with the file, line and column of every problem", async () => {
    const folder = await writeTemplate(
      "cli-lint",
      '<main>\n  <p style="colour: red">{{version}}</p>\n</main>',
    );
    const withoutKey = { PLACARD_KEY: "" };
    const { status, output } = await run(["template", "lint", folder], withoutKey);
    assert.equal(status, 1);
    assert.match(output, /^template\.html:2:\d+: error: .*colour[^]*color/m);
    assert.match(output, /^1 error, \d+ warnings?$/m);
  });

  it("publish no folder with errors, and name each of them once", async () => {
    const folder = await writeTemplate(
      "cli-errors",
      "<main>\n  <marquee>{{version}} {{x}}</marquee>\n</main>",
    );
    const { status, output } = await run(["template", "publish", folder]);
    assert.equal(status, 1);
    assert.match(output, /^template\.html:2:3: error: .*marquee[^]*\nThe template has errors\.\n?$/);
    assert.equal(output.split("marquee").length, 2, output);
  });

  it("preview a folder on localhost without a server, again after a change", async () => {
    const folder = await writeTemplate("cli-dev", "<main>{{version}}</main>");
    const child = start(["template", "dev", folder, "--port", "0"], {
      PLACARD_URL: "http://127.0.0.1:9",
      PLACARD_KEY: "",
    });
    try {
      const url = await new Promise<string>((resolve) => {
        child.stdout!.on("data", (text) => {
          const [found] = /http:\/\/\S+/.exec(String(text)) ?? [];
          if (found) resolve(found);
        });
      });
      const readPage = async () => (await fetch(url)).text();
      const page = await readPage();
      assert.match(page, /<h2>short<\/h2><figure><img alt="" src="data:image\/png;base64,/);
      assert.doesNotMatch(page, /<p class="error">/);
      const [, version] = /data-version="(\d+)"/.exec(page) ?? [];
      const changes = await fetch(`${url}/changes?${version}`);
      await writeTemplate("cli-dev", "<main><blink>{{version}}</blink></main>");
      assert.equal(await changes.text(), "data: changed\n\n"); // the files may be read in between
      await poll("a problem", async () =>
        /<p class="error">template\.html:1:7: error: .*blink/.test(await readPage()),
      );
      const later = await fetch(`${url}/changes?${version}`);
      assert.equal(await later.text(), "data: changed\n\n");
    } finally {
      child.kill("SIGTERM");
    }
    assert.equal(await new Promise((resolve) => child.once("close", resolve)), 0);
  });

  it("explain what is missing or wrong: a key, a folder, a file, a command, a URL", async () => {
    const folder = await writeTemplate("cli-help", "<main></main>");
    const withoutKey = await run(["template", "proof", folder], { PLACARD_KEY: "" });
    assert.deepEqual([withoutKey.status, /PLACARD_KEY is not set/.test(withoutKey.output)], [1, true]);
    assert.match((await run([])).output, /^Usage: /);
    const wrong: [string[], RegExp][] = [
      [["template", "lint"], /^Name one folder of a template\.\n\nUsage: /],
      [["template", "lint", folder, "b"], /^Name one folder of a template\.\n\nUsage: /],
      [["template", "lint", folder, "--key"], /^Unknown option '--key'\n\nUsage: /],
      [["pull"], /^Unknown command: pull\n\nUsage: /],
    ];
    for (const [args, message] of wrong) assert.match((await run(args)).output, message);
    assert.match(
      (await run(["template", "make", folder])).output,
      /^Unknown command: template make .*Usage: /s,
    );
    const wrongUrl = await run(["template", "lint", folder, "--url", "localhost:3000"]);
    assert.match(wrongUrl.output, /^--url or PLACARD_URL must be an http or https URL/);
    const unreachable = await run(["template", "pull", folder, "--url", "http://127.0.0.1:9"]);
    assert.match(unreachable.output, /Check the URL of the service and .*http:\/\/127\.0\.0\.1:9\//);
    assert.match((await run(["template", "lint", directory.path])).output, /template\.json can't be read/);
  });
});
