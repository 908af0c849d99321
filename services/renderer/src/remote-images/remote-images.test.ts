import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { poll, startHttpServer, type TestHttpServer } from "@placard/testing";
import sharp, { type Sharp } from "sharp";
import { detectDecoderIsolation, type DecoderIsolation } from "../decoder/decoder-isolation.ts";
import { createDecoder, type Decoder } from "../decoder/decoder.ts";
import { createRemoteImages, type RemoteImages } from "./remote-images.ts";

const formats = ["png", "jpeg", "webp", "avif", "gif"] as const;
const size = { width: 60, height: 40 };

const flat = (width: number, height: number, background = "#e02020"): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

/** The process ids of the decoders that this process has forked. */
function decoderPids(): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s.*decoder-process/.exec(line))
    .flatMap((match) => (match && Number(match[2]) === process.pid ? [Number(match[1])] : []));
}

describe("remote images", () => {
  let server: TestHttpServer;
  let images: RemoteImages;
  let isolation: DecoderIsolation;
  const files: Record<string, Buffer> = {};
  before(async () => {
    for (const format of formats) {
      const file = await flat(300, 200).toFormat(format).toBuffer();
      files[`/${format}`] = file;
      files[`/${format}-half`] = file.subarray(0, Math.floor(file.length / 2));
      files[`/${format}-without-its-end`] = file.subarray(0, Math.floor(file.length * 0.9));
      files[`/${format}-then-junk`] = Buffer.concat([file.subarray(0, 32), Buffer.alloc(5_000, "junk")]);
    }
    Object.assign(files, {
      "/svg": Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200"/></svg>',
      ),
      "/svg-with-jpeg": Buffer.concat([Buffer.from("<svg>"), files["/jpeg"]!, Buffer.from("</svg>")]),
      "/text": Buffer.from("No image at all."),
      "/html": Buffer.from("<!doctype html><title>Not found</title>"),
      "/empty": Buffer.alloc(0),
      "/tiff": await flat(30, 20).tiff().toBuffer(),
      "/gif-with-script": Buffer.from("GIF89a/*\x01\x00*/=0;alert(1)//".padEnd(500, " "), "latin1"),
      "/jpeg-bomb": withJpegSize(files["/jpeg"]!, 23_200, 23_200),
      "/png-bomb": pngOf(60_000, 60_000),
      "/png-just-too-large": pngOf(8_000, 5_001),
      "/gif-bomb": withGifSize(files["/gif"]!, 65_535, 65_535),
      "/rotated": await flat(20, 10, "#0000ff")
        .extend({ left: 20, background: "#e02020" })
        .jpeg()
        .withMetadata({ orientation: 6 })
        .toBuffer(),
      "/transparent": await sharp({ create: { width: 30, height: 20, channels: 4, background: "#e0202080" } })
        .png()
        .toBuffer(),
      "/gray": await flat(30, 20, "#808080").greyscale().png().toBuffer(),
      "/cmyk": await flat(30, 20, "#ffffff").toColourspace("cmyk").jpeg().toBuffer(),
      "/animated": await animatedGif("#e02020", "#2020e0"),
      "/slow": await flat(6_300, 6_300).png({ progressive: true }).toBuffer(),
    });
    server = await startHttpServer(files);
    isolation = await detectDecoderIsolation();
  });
  beforeEach(() => {
    server.requestedPaths.length = 0;
  });
  after(() => server.stop());

  const assetId = "a".repeat(43);

  /** The task of decoding a PNG. */
  function decodeTask(path: string) {
    return { task: "decode", bytes: files[path]!, format: "png", ...size } as const;
  }
  async function stop(decoder: Decoder): Promise<void> {
    decoder.stop();
    await poll("the decoders to exit", () => decoderPids().length === 0);
  }
  function createImages(decoder: Decoder): RemoteImages {
    return createRemoteImages({
      decoder,
      readAsset: async (id, owner) => files[owner === "ada" && id === assetId ? "/png" : "/html"]!,
      allowPrivateAddresses: true,
      allowedPorts: [[1, 65_535]],
    });
  }
  const fetchImage = (path: string, budgetMs = 60_000, at: { width: number; height: number } = size) =>
    images.fetchImage(server.url + path, at, { owner: "ada", budgetMs });
  const assertNear = (actual: ArrayLike<number>, at: number, expected: readonly number[]) =>
    expected.forEach((value, i) =>
      assert.ok(Math.abs(actual[at + i]! - value) <= 6, `${actual[at + i]} instead of ${value}`),
    );

  describe("with a shared decoder", () => {
    let decoder: Decoder;
    before(async () => {
      decoder = createDecoder({ maxProcesses: 2, isolation });
      // Starts the process without a time limit: on a busy machine, it may take longer than the limit of an
      // image.
      await decoder.toPixels(decodeTask("/png"), new AbortController().signal);
    });
    beforeEach(() => {
      images = createImages(decoder);
    });
    after(() => stop(decoder));

    for (const format of formats) {
      it(`decodes ${format} whatever its Content-Type`, async () => {
        const { width, height, rgba } = await fetchImage(`/${format}`);
        assert.deepEqual([width, height, rgba.length], [60, 40, 60 * 40 * 4]);
        for (const at of [0, (20 * 60 + 30) * 4, rgba.length - 4])
          assertNear(rgba, at, [0xe0, 0x20, 0x20, 255]);
      });

      it(`rejects a truncated or corrupt ${format}, and decodes the next file`, async () => {
        for (const path of [`/${format}-half`, `/${format}-without-its-end`, `/${format}-then-junk`])
          await assert.rejects(fetchImage(path), /decoding failed/, path);
        await fetchImage(`/${format}`);
      });
    }

    it("reads an asset for its account only, even after another card has used it", async () => {
      const fetchFor = (owner: string) =>
        images.fetchImage(`asset:${assetId}`, size, { owner, budgetMs: 60_000 });
      assert.equal((await fetchFor("ada")).width, 60);
      await assert.rejects(fetchFor("bob"));
    });

    it("rejects a script with the signature of a GIF", async () => {
      await assert.rejects(fetchImage("/gif-with-script"), /decoding failed/);
    });

    for (const path of ["/jpeg-bomb", "/png-bomb", "/png-just-too-large", "/gif-bomb"]) {
      it(`rejects a file whose header declares too many pixels: ${path}`, async () => {
        await assert.rejects(fetchImage(path), /pixel/);
      });
    }

    it("applies the EXIF orientation", async () => {
      const measured = await images.measureImage(`${server.url}/rotated`, { owner: "ada", budgetMs: 60_000 });
      assert.ok(measured.width < measured.height);
      const { rgba } = await fetchImage("/rotated", 60_000, { width: 10, height: 40 });
      assertNear(rgba, 0, [0xe0, 0x20, 0x20]);
      assertNear(rgba, rgba.length - 4, [0, 0, 0xff]);
    });

    it("keeps transparency, and converts every color space to sRGB", async () => {
      assertNear((await fetchImage("/transparent")).rgba, 0, [0xe0, 0x20, 0x20, 0x80]);
      assertNear((await fetchImage("/gray")).rgba, 0, [0x80, 0x80, 0x80, 255]);
      assertNear((await fetchImage("/cmyk")).rgba, 0, [0xff, 0xff, 0xff, 255]);
    });

    it("decodes the first frame of an animation", async () => {
      assertNear((await fetchImage("/animated")).rgba, 0, [0xe0, 0x20, 0x20, 255]);
    });

    it("downloads a file once for simultaneous and later requests", async () => {
      await Promise.all(
        Array.from({ length: 4 }, (_, i) => fetchImage("/jpeg", 60_000, { width: 40 + i, height: 30 })),
      );
      await fetchImage("/jpeg");
      assert.deepEqual(server.requestedPaths, ["/jpeg"]);
    });
  });

  describe("with a new decoder", () => {
    let decoder: Decoder;
    beforeEach(() => {
      decoder = createDecoder({ maxProcesses: 2, isolation });
      images = createImages(decoder);
    });
    afterEach(() => stop(decoder));

    for (const path of ["/svg", "/svg-with-jpeg", "/text", "/html", "/empty", "/tiff"]) {
      it(`rejects other formats without starting a decoder: ${path}`, async () => {
        await assert.rejects(fetchImage(path), /not a png, jpeg, webp, avif or gif/);
        assert.deepEqual(decoderPids(), []);
      });
    }

    it("kills a decoder that exceeds the time limit, and decodes the next file", async () => {
      await fetchImage("/png"); // starts the decoder
      await assert.rejects(fetchImage("/slow", 250), /took more than 250 ms/);
      await fetchImage("/png");
      await poll("the killed decoder to exit", () => decoderPids().length === 1);
    });

    it("runs at most two decoders for any number of images, and none after stop", async () => {
      const { signal } = new AbortController(); // without the time limit of an image
      await Promise.all(Array.from({ length: 6 }, () => decoder.toPixels(decodeTask("/png"), signal)));
      assert.equal(decoderPids().length, 2);
      await stop(decoder);
    });

    it("replaces a decoder that was killed from outside", async () => {
      await fetchImage("/png");
      for (const pid of decoderPids()) process.kill(pid, "SIGKILL");
      await poll("the decoder to exit", () => decoderPids().length === 0);
      // Until this process receives the exit event, the decoder seems to be alive.
      await poll("the next file to be decoded", () => fetchImage("/png"));
    });

    it("decodes in namespaces and as the user of the detected isolation", async function () {
      if (isolation.kind === "none") this.skip();
      await fetchImage("/png");
      const [pid] = decoderPids();
      const namespace = (owner: number | string, kind: string) => readlinkSync(`/proc/${owner}/ns/${kind}`);
      if (isolation.kind === "namespace") {
        assert.notEqual(namespace(pid!, "net"), namespace("self", "net"));
        assert.notEqual(namespace(pid!, "user"), namespace("self", "user"));
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        assert.match(status, /^CapEff:\s0+$/m, "it has no capabilities");
      }
      if (isolation.asNobody) assert.equal(statSync(`/proc/${pid}`).uid, 65_534);
    });

    it("removes a file from the decoding queue when its signal aborts", async () => {
      const single = createDecoder({ maxProcesses: 1, isolation });
      try {
        const first = new AbortController();
        const second = new AbortController();
        const decoding = single.toPixels(decodeTask("/slow"), first.signal);
        const waiting = single.toPixels(decodeTask("/png"), second.signal);
        second.abort(new Error("no longer needed"));
        await assert.rejects(waiting, /no longer needed/);
        first.abort(new Error("took too long"));
        await assert.rejects(decoding, /took too long/);
        const pixels = await single.toPixels(decodeTask("/png"), new AbortController().signal);
        assert.equal(pixels.length, size.width * size.height * 4);
      } finally {
        single.stop();
      }
    });
  });
});

/** A JPEG whose frame header declares another size. */
function withJpegSize(file: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(file);
  let at = 2;
  while (![0xc0, 0xc2].includes(bytes[at + 1]!)) at += 2 + bytes.readUInt16BE(at + 2);
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

/** A GIF whose screen and first frame declare another size. */
function withGifSize(file: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(file);
  const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
  for (const at of [6, frame + 5]) {
    bytes.writeUInt16LE(width, at);
    bytes.writeUInt16LE(height, at + 2);
  }
  return bytes;
}

/** A greyscale PNG that declares a size but contains hardly any pixels. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** An animated GIF with one frame per color. */
async function animatedGif(...colors: string[]): Promise<Buffer> {
  const frames = await Promise.all(colors.map((color) => flat(30, 20, color).raw().toBuffer()));
  const animation = { width: 30, height: 20 * frames.length, channels: 3 as const, pageHeight: 20 };
  return sharp(Buffer.concat(frames), { raw: animation })
    .gif({ delay: colors.map(() => 100) })
    .toBuffer();
}
