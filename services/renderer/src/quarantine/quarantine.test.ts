import assert from "node:assert/strict";
import { execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { bundledFaces, createEngine, type ImageLoader } from "@placard/engine";
import { compileTemplate, type TemplateDocument } from "@placard/templates";
import { crashingCanvasOptions, poll } from "@placard/testing";
import { RendererCrashedError } from "../jobs/render-failures.ts";
import { createQuarantine, type Quarantine } from "./quarantine.ts";

const document: TemplateDocument = {
  template: {
    id: "card",
    name: "Card",
    fields: { title: { type: "string" }, photo: { type: "string", format: "image-url" } },
  },
  html: `<style>
    @font-face { font-family: Thin; font-weight: 400; src: url("assets/thin.ttf") }
    p { font: 400 60px Thin; color: #ffffff }
    img { width: 90px; height: 60px }
  </style>
  <main><p>{{title}}</p><img src="{{photo}}" alt="" /><img src="assets/logo.png" alt="" /></main>`,
  assets: {
    "thin.ttf": { id: "thin", contentType: "font/ttf" },
    "logo.png": { id: "logo", contentType: "image/png", width: 30, height: 20 },
  },
};
const { template: compiled, problems } = compileTemplate(document);
const template = compiled!;
const font = bundledFaces[0]!.read();

const images: ImageLoader = {
  measure: (url) =>
    Promise.resolve(url.endsWith("/missing") ? { unavailable: "not found" } : { width: 300, height: 200 }),
  load: ({ kind }, { width, height }) =>
    Promise.resolve({
      width,
      height,
      rgba: new Uint8Array(width * height * 4).fill(kind === "remote" ? 200 : 90),
    }),
};

const cardWith = (title: string, photo = "https://example.com/photo") => ({
  data: { title, photo },
  width: 400,
  height: 300,
  isWatermarked: true,
  images,
  fonts: (asset: string) => Promise.resolve(asset === "thin" ? font : undefined),
});

describe("the quarantine", () => {
  it("ends its process without an error if the parent is killed while it starts", async () => {
    const child = fork(fileURLToPath(new URL("./quarantine-process.js", import.meta.url)), {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let output = "";
    child.stderr!.on("data", (chunk) => (output += String(chunk)));
    child.disconnect();
    const [[code]] = await Promise.all([once(child, "exit"), once(child.stderr!, "end")]);
    assert.deepEqual([code, output], [0, ""]);
  });

  const quarantines: Quarantine[] = [];
  const originalOptions = process.env["NODE_OPTIONS"];
  after(() => quarantines.forEach(({ stop }) => stop()));
  afterEach(() => {
    if (originalOptions === undefined) delete process.env["NODE_OPTIONS"];
    else process.env["NODE_OPTIONS"] = originalOptions;
  });

  /** Creates a quarantine whose processes are started with these NODE_OPTIONS. */
  function create({ nodeOptions, ...options }: { nodeOptions: string; renderTimeoutMs?: number }) {
    process.env["NODE_OPTIONS"] = nodeOptions;
    const quarantine = createQuarantine({ maxProcesses: 2, ...options });
    quarantines.push(quarantine);
    const render = (title: string, photo?: string, signal = new AbortController().signal) =>
      quarantine.render(template, { ...cardWith(title, photo), signal });
    return { render, stop: quarantine.stop };
  }

  it("renders cards with images and fonts as the renderer does, with their warnings and boxes", async () => {
    assert.deepEqual(problems, []);
    const { render } = create({ nodeOptions: "", renderTimeoutMs: 60_000 });
    const engine = createEngine();
    for (const photo of ["https://example.com/photo", "https://example.com/missing"]) {
      const { times, ...card } = await render("Same", photo);
      const { times: _times, ...expected } = await engine.render(template, cardWith("Same", photo));
      assert.deepEqual(card, expected);
      assert.equal(card.warnings.length, photo.endsWith("missing") ? 1 : 0);
      assert.deepEqual(Object.keys(times), ["layout", "paint", "encode"]);
    }
  });

  it("fails only the card that crashes its process", async () => {
    const { render } = create({ nodeOptions: crashingCanvasOptions, renderTimeoutMs: 60_000 });
    const titles = ["One", "Poison", "Two", "Three"];
    const outcomes = await Promise.allSettled(titles.map((title) => render(title)));
    for (const [i, outcome] of outcomes.entries()) {
      assert.equal(outcome.status, titles[i] === "Poison" ? "rejected" : "fulfilled", titles[i]);
      if (outcome.status === "rejected") assert.ok(outcome.reason instanceof RendererCrashedError);
    }
  });

  it("fails a card that blocks its process, as if it had crashed it", async () => {
    const { render } = create({ nodeOptions: crashingCanvasOptions, renderTimeoutMs: 100 });
    await assert.rejects(render("Endless"), RendererCrashedError);
  });

  it("ends a process that a card blocks when the renderer is killed", async () => {
    const renderer = spawn(process.execPath, [
      fileURLToPath(new URL("../testing/quarantine-crash.js", import.meta.url)),
    ]);
    const isBlocked = ({ parent, title }: ProcessInfo) => parent === renderer.pid && title === "blocked";
    const { pid } = await poll("the card to block its process", () => listProcesses().find(isBlocked));
    renderer.kill("SIGKILL");
    await poll("the process to end", () => !listProcesses().some((each) => each.pid === pid));
  });

  it("loads no modules that rendering does not need, because requests wait for its start", () => {
    const { files, packages } = importsOf(fileURLToPath(new URL("./quarantine-process.js", import.meta.url)));
    const contracts = createRequire(import.meta.url).resolve("@placard/contracts");
    assert.ok(files.size > 100);
    assert.ok(
      !files.has(contracts),
      "import `@placard/contracts/…`: its index loads typebox and all schemas",
    );
    assert.ok(packages.has("canvas") && !packages.has("typebox"));
  });

  it("does not blame a card if its process cannot start, is stopped, or ends at the deadline", async () => {
    const { render } = create({ nodeOptions: `--import=data:text/javascript,process.exit(3)` });
    await assert.rejects(render("Title"), /exited before it was ready \(status 3\)/);

    const stopped = create({ nodeOptions: crashingCanvasOptions });
    const rendering = stopped.render("Endless");
    stopped.stop();
    await assert.rejects(rendering, /is stopping/);

    const deadline = new Error("deadline");
    const late = create({ nodeOptions: crashingCanvasOptions });
    await assert.rejects(late.render("Endless", undefined, AbortSignal.abort(deadline)), deadline);
  });
});

interface ProcessInfo {
  pid: number;
  parent: number;
  title: string;
}

/** The processes of the system that have not ended. */
function listProcesses(): ProcessInfo[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,stat=,args="], { encoding: "utf8" })
    .trim()
    .split("\n");
  return lines.flatMap((line) => {
    const [pid, parent, state = "", ...title] = line.trim().split(/\s+/);
    return state.startsWith("Z")
      ? []
      : [{ pid: Number(pid), parent: Number(parent), title: title.join(" ") }];
  });
}

/** The workspace files that a file imports statically, also indirectly, and the other modules. */
function importsOf(file: string, files = new Set<string>(), packages = new Set<string>()) {
  files.add(file);
  const specifiers = readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^;]*?"([^"]+)";/gm);
  for (const [, specifier = ""] of specifiers) {
    if (/^(?:\.|@placard\/)/.test(specifier)) {
      const imported = createRequire(file).resolve(specifier);
      if (!files.has(imported)) importsOf(imported, files, packages);
    } else packages.add(specifier);
  }
  return { files, packages };
}
