import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTempDirectory, poll, type TempDirectory } from "@placard/testing";
import sharp from "sharp";
import { runConvert } from "../../dist/convert/command.js";
import { runCommand } from "../../dist/folder/command.js";
import { openTemplate } from "../../dist/folder/index.js";
import { createEngine } from "../../dist/index.js";

const program = fileURLToPath(new URL("../../bin/placard-render.js", import.meta.url));
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8H0z" fill="#ff0000"/></svg>';

describe("placard-render", () => {
  let directory: TempDirectory;
  let folder = "";
  before(async () => {
    directory = await createTempDirectory();
    folder = join(directory.path, "release");
    await mkdir(join(folder, "assets"), { recursive: true });
    const template = {
      id: "release",
      name: "Release",
      fields: { version: { type: "string", maxLength: 20 } },
      samples: [{ name: "short", data: { version: "4.2.0" } }],
    };
    await writeFile(join(folder, "template.json"), JSON.stringify(template));
    await writeFile(join(folder, "assets/logo.svg"), logo);
    await writeHtml("<p>{{version}}</p>");
  });
  after(() => directory.remove());

  const path = (name: string) => join(directory.path, name);
  const writeHtml = (content: string) =>
    writeFile(
      join(folder, "template.html"),
      `<main><img src="assets/logo.svg" alt="" style="width: 100px; height: 100px">${content}</main>`,
    );

  const start = (...args: string[]) => spawn(process.execPath, [program, ...args]);

  async function run(...args: string[]) {
    let output = "";
    const print = (text: unknown) => (output += `${String(text)}\n`);
    return { status: await runCommand(args, { log: print, error: print }), output };
  }

  async function runProgram(...args: string[]) {
    const child = start(...args);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
    const status = await new Promise((resolve) => child.once("close", resolve));
    return { status, output };
  }

  it("renders a folder with its assets and the data of a file, in the format of the extension", async () => {
    await writeFile(path("data.json"), JSON.stringify({ version: "5.0" }));
    const out = path("card.jpg");
    const size = ["--width", "600", "--height", "400"];
    const { status, output } = await run(folder, "--data", path("data.json"), "--out", out, ...size);
    assert.equal(status, 0, output);
    const { format, width, height } = await sharp(out).metadata();
    assert.deepEqual([format, width, height], ["jpeg", 600, 400]);
    const [red = 0, green = 255] = await sharp(out)
      .extract({ left: 50, top: 50, width: 1, height: 1 })
      .raw()
      .toBuffer();
    assert.ok(red > 200 && green < 60, "the logo is red");
  });

  it("renders with the scale and the quality, and in the format of --format", async () => {
    const bytesAt = async (quality: string) => {
      const { status, output } = await run(folder, "--out", path("quality.jpg"), "--quality", quality);
      assert.deepEqual([status, /warning/.test(output)], [0, false], output);
      return (await readFile(path("quality.jpg"))).length;
    };
    assert.ok((await bytesAt("10")) < (await bytesAt("80")));
    const out = ["--out", path("wrong.jpg")];
    const { output } = await run(folder, ...out, "--format", "png", "--scale", "2", "--quality", "50");
    assert.match(output, /^warning: `quality` has no effect on png\./m);
    const { format, width, height } = await sharp(path("wrong.jpg")).metadata();
    assert.deepEqual([format, width, height], ["png", 2400, 1260]);
    const tooLarge = await run(folder, ...out, "--scale", "2", "--width", "2049");
    assert.equal(tooLarge.output, "--width must be a whole number from 1 to 2048.\n");
  });

  it("prints its options, and the extensions that --out can have", async () => {
    const help = await run("--help");
    assert.deepEqual([help.status, /^Usage: [^]* --format /.test(help.output)], [0, true], help.output);
    const unknown = await run(folder, "--out", path("card.xyz"));
    assert.equal(unknown.status, 1);
    assert.match(unknown.output, /^--out must end in \.png, \.jpg, \.jpeg or \.webp/);
  });

  it("shows image files that the data names, only from the folder of the data", async () => {
    const photos = { photo: { type: "string", format: "image-url" } };
    const fields = { ...photos, more: { type: "array", items: { type: "object", properties: photos } } };
    const [photoFolder, data] = [path("photos"), path("photos/data.json")];
    await mkdir(photoFolder);
    await writeFile(join(photoFolder, "template.json"), JSON.stringify({ id: "p", name: "P", fields }));
    const image = (source: string) => `<img src="{{${source}}}" style="width: 40px; height: 40px">`;
    const html = `<main style="display: flex">${image("photo")}<i each="m of more">${image("m.photo")}</i></main>`;
    await writeFile(join(photoFolder, "template.html"), html);
    const [red, blue] = ["#ff0000", "#0000ff"].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } }).png(),
    );
    await red!.toFile(join(photoFolder, "a b.png"));
    await blue!.toFile(path("outside.png"));
    const more = [{ photo: "../outside.png" }, { photo: "none.png" }];
    await writeFile(data, JSON.stringify({ photo: "a b.png", more }));
    const { status, output } = await run(photoFolder, "--data", data, "--out", path("photos.png"));
    assert.equal(status, 0, output);
    assert.match(output, /warning: more\/0\/photo: .*outside\.png does not exist in the folder of the data/);
    assert.match(output, /warning: more\/1\/photo: .*none\.png does not exist/);
    const pixels = await sharp(path("photos.png")).removeAlpha().raw().toBuffer();
    assert.deepEqual([...pixels.subarray(0, 3)], [255, 0, 0], "the photo is red");
  });

  it("says what is wrong with a folder, its template or the data, with exit status 1", async () => {
    const out = ["--out", path("none.png")];
    await writeFile(path("wrong.json"), JSON.stringify({ version: 5 }));
    const wrong = await runProgram(folder, "--data", path("wrong.json"), ...out);
    assert.deepEqual(
      [wrong.status, /\/version must be a string/.test(wrong.output)],
      [1, true],
      wrong.output,
    );
    const missing = await run(folder, "--data", path("nope.json"), ...out);
    assert.equal(missing.output, `${path("nope.json")} does not exist.\n`);
    await assert.rejects(runConvert([path("nope.tsx"), ...out]), /nope\.tsx does not exist\.$/);
    const unwritable = await run(folder, "--out", path("none/card.png"));
    assert.match(unwritable.output, /^--out can't be written: ENOENT.*create its folder\.\n$/);
    const inFile = join(path("wrong.json"), "folder");
    await writeFile(path("plain.html"), "<p>Hello</p>");
    await assert.rejects(
      runConvert([path("plain.html"), "--out", inFile]),
      /^TemplateFolderError: --out can't/,
    );
    await writeFile(path("binary.html"), Buffer.from([0x89, 0x50, 0]));
    await assert.rejects(
      runConvert([path("binary.html"), "--out", path("x")]),
      /binary\.html is a binary file/,
    );
    const unknown = await run(folder, "--colour");
    assert.match(unknown.output, /^Unknown option '--colour'[^]*Usage: placard-render/);
    assert.match((await run(folder, ...out, "--layout", "foo")).output, /^This template has no layouts\./);
    const withoutSamples = { id: "r", name: "R", fields: { version: "string" }, required: ["version"] };
    await mkdir(path("bare"));
    await writeFile(path("bare/template.json"), JSON.stringify(withoutSamples));
    await writeFile(path("bare/template.html"), "<main>{{version}}</main>");
    const { output } = await run(path("bare"), ...out);
    assert.match(output, /template\.json has no samples\. Add one, or use --data\.\n$/);
    await assert.rejects(openTemplate(directory.path), /template\.json can't be read/);
    await writeHtml('<p style="width: calc(100% - 20)">x</p>');
    const problem = /template\.html:1:\d+: error: .*width.*\n {4}.*20px/;
    assert.match((await run(folder, ...out)).output, problem, "with what to write instead");
    await writeHtml("<p>{{version}}</p>");
  });

  it("converts an HTML file to a folder that it renders, and prints the losses as JSON", async () => {
    const [source, out] = [path("card.html"), path("converted")];
    await writeFile(path("logo.svg"), logo);
    await writeFile(
      source,
      '<main><img src="logo.svg" width="100">\n<p style="float: left">{{title}}</p></main>',
    );
    const { status, output } = await runProgram("convert", source, "--out", out, "--json");
    assert.equal(status, 0, output);
    const losses = JSON.parse(output) as Record<string, unknown>[];
    assert.deepEqual(
      losses.map(({ line, column, severity }) => [line, column, severity]),
      [[2, 11, "dropped"]],
    );
    const { template, images } = await openTemplate(out);
    assert.equal(template!.id, "converted", "the name of the folder");
    await createEngine().render(template!, { data: { title: "Converted" }, images });
    await assert.rejects(runConvert([source, "--out", out]), /has a template already/);
    await assert.rejects(runConvert([source]), /^TemplateFolderError: Usage: placard-render convert/);
  });

  it("renders the first sample again after each change with --watch, also when a file is replaced", async () => {
    const out = join(folder, "watched.png");
    const child = start(folder, "--out", out, "--watch");
    try {
      const isOther = (last: Buffer | undefined) => async () => {
        const image = await readFile(out).catch(() => undefined);
        return image?.at(-1) === 0x82 && !(last && image.equals(last)) && image; // 0x82 ends a PNG
      };
      let last = await poll("the first image", isOther(undefined));
      for (const text of ["in place", "once", "twice", "three times", "four times"]) {
        const file = text === "in place" ? join(folder, "template.html") : path("replacement.html");
        await writeFile(file, `<main><p>${text} {{version}}</p></main>`);
        await rename(file, join(folder, "template.html"));
        last = await poll(`an image after ${text}`, isOther(last));
      }
    } finally {
      child.kill();
    }
  });

  it("reports what --watch can't watch, and renders again after other changes", async () => {
    const watched = path("watched");
    await cp(folder, watched, { recursive: true });
    await symlink("loop", join(watched, "loop"));
    const child = start(watched, "--out", path("watched.png"), "--watch");
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += String(text)));
    try {
      await poll("the report", () =>
        /Some changes will not be noticed: ELOOP.*start the command/.test(output),
      );
      await poll("the image", () => output.includes("1200×630"));
      await rm(watched, { recursive: true });
      await poll("the error", () => output.includes(`template.json can't be read in ${watched}.`));
    } finally {
      child.kill();
    }
  });
});
