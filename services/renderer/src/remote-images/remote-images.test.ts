import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import { poll } from "@placard/testing";
import sharp, { type Sharp } from "sharp";
import { startImageServer, type ImageServer } from "./image-server.ts";
import { createRemoteImages, type RemoteImages } from "./remote-images.ts";

const formats = ["png", "jpeg", "webp", "avif", "gif"] as const;
const size = { width: 60, height: 40 };

const flat = (width: number, height: number, background = "#e02020"): Sharp =>
  sharp({ create: { width, height, channels: 3, background } });

/** Decoder processes of this process. */
function decoders(): number[] {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s.*decoder-process/.exec(line))
    .flatMap((match) => (match && Number(match[2]) === process.pid ? [Number(match[1])] : []));
}

describe("a picture from elsewhere", () => {
  let server: ImageServer;
  let images: RemoteImages;
  const files: Record<string, Buffer> = {};
  before(async () => {
    for (const format of formats) {
      const file = await flat(300, 200).toFormat(format).toBuffer();
      files[`/${format}`] = file;
      files[`/${format}-half`] = file.subarray(0, Math.floor(file.length / 2));
      files[`/${format}-all-but-a-tenth`] = file.subarray(0, Math.floor(file.length * 0.9));
      files[`/${format}-head`] = Buffer.concat([file.subarray(0, 32), Buffer.alloc(5_000, "junk")]);
    }
    Object.assign(files, {
      "/svg": Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200"/></svg>',
      ),
      "/svg-with-jpeg": Buffer.concat([Buffer.from("<svg>"), files["/jpeg"]!, Buffer.from("</svg>")]),
      "/text": Buffer.from("No image at all."),
      "/html": Buffer.from("<!doctype html><title>Not found</title>"),
      "/nothing": Buffer.alloc(0),
      "/tiff": await flat(30, 20).tiff().toBuffer(),
      "/gif-with-script": Buffer.from("GIF89a/*\x01\x00*/=0;alert(1)//".padEnd(500, " "), "latin1"),
      "/jpeg-bomb": withJpegSize(files["/jpeg"]!, 23_200, 23_200),
      "/png-bomb": pngOf(60_000, 60_000),
      "/png-just-too-large": pngOf(8_000, 5_001),
      "/gif-bomb": withGifSize(files["/gif"]!, 65_535, 65_535),
      "/turned": await flat(20, 10, "#0000ff")
        .extend({ left: 20, background: "#e02020" })
        .jpeg()
        .withMetadata({ orientation: 6 })
        .toBuffer(),
      "/clear": await sharp({ create: { width: 30, height: 20, channels: 4, background: "#e0202080" } })
        .png()
        .toBuffer(),
      "/grey": await flat(30, 20, "#808080").greyscale().png().toBuffer(),
      "/cmyk": await flat(30, 20, "#ffffff").toColourspace("cmyk").jpeg().toBuffer(),
      "/film": await filmOf("#e02020", "#2020e0"),
      "/slow": await flat(6_300, 6_300).png({ progressive: true }).toBuffer(),
    });
    server = await startImageServer(files);
  });
  beforeEach(() => {
    images = createRemoteImages({ allowPrivate: true });
    server.asked.length = 0;
  });
  afterEach(() => images.stop());
  after(() => server.stop());

  const picture = (path: string, budgetMs = 6_000, at: { width: number; height: number } = size) =>
    images.picture(server.url + path, at, budgetMs);
  const near = (found: ArrayLike<number>, at: number, wanted: readonly number[]) =>
    wanted.forEach((value, i) =>
      assert.ok(Math.abs(found[at + i]! - value) <= 6, `${found[at + i]} for ${value}`),
    );

  for (const format of formats) {
    it(`is decoded from ${format}, whatever its type is said to be`, async () => {
      const { width, height, rgba } = await picture(`/${format}`);
      assert.deepEqual([width, height, rgba.length], [60, 40, 60 * 40 * 4]);
      for (const at of [0, (20 * 60 + 30) * 4, rgba.length - 4]) near(rgba, at, [0xe0, 0x20, 0x20, 255]);
    });

    it(`is refused where a ${format} is cut off or goes on as junk, and the next is decoded`, async () => {
      for (const path of [`/${format}-half`, `/${format}-all-but-a-tenth`, `/${format}-head`])
        await assert.rejects(picture(path), /can't be decoded/, path);
      await picture(`/${format}`);
    });
  }

  for (const path of ["/svg", "/svg-with-jpeg", "/text", "/html", "/nothing", "/tiff"]) {
    it(`is refused where it is none of the formats: ${path}`, async () => {
      await assert.rejects(picture(path), /no png, jpeg, webp, avif or gif/);
      assert.deepEqual(decoders(), []);
    });
  }

  it("is refused where it only begins as one", async () => {
    await assert.rejects(picture("/gif-with-script"), /can't be decoded/);
  });

  for (const path of ["/jpeg-bomb", "/png-bomb", "/png-just-too-large", "/gif-bomb"]) {
    it(`is refused by its header where that asks for too many pixels: ${path}`, async () => {
      await assert.rejects(picture(path), /pixel/);
    });
  }

  it("stands as its orientation says", async () => {
    const { rgba } = await picture("/turned", 6_000, { width: 10, height: 40 });
    near(rgba, 0, [0xe0, 0x20, 0x20]);
    near(rgba, rgba.length - 4, [0, 0, 0xff]);
  });

  it("keeps what is transparent, and has colours whatever its colour space", async () => {
    near((await picture("/clear")).rgba, 0, [0xe0, 0x20, 0x20, 0x80]);
    near((await picture("/grey")).rgba, 0, [0x80, 0x80, 0x80, 255]);
    near((await picture("/cmyk")).rgba, 0, [0xff, 0xff, 0xff, 255]);
  });

  it("is a film's first frame", async () => {
    near((await picture("/film")).rgba, 0, [0xe0, 0x20, 0x20, 255]);
  });

  it("is decoded in its time or not at all: what takes longer is killed, and the next is decoded", async () => {
    await picture("/png"); // the file of the slow one is not in the way of its decoder's start
    const startedAt = performance.now();
    await assert.rejects(picture("/slow", 250), /took more than 250 ms/);
    assert.ok(performance.now() - startedAt < 4_000);
    await picture("/png");
    await poll("the overrun decoder to be gone", () => decoders().length === 1);
  });

  it("takes two decoders, however many are wanted at once, and leaves none", async () => {
    const paths = Array.from({ length: 30 }, (_, i) => `/${formats[i % formats.length]}`);
    const wanted = paths.map((path, i) => picture(path, 6_000, { width: 50 + i, height: 40 }));
    await Promise.all(wanted);
    assert.equal(decoders().length, 2);
    images.stop();
    await poll("the decoders to be gone", () => decoders().length === 0);
  });

  it("goes on when its decoders are killed from outside", async () => {
    await picture("/png");
    for (const pid of decoders()) process.kill(pid, "SIGKILL");
    await poll("the decoder to be gone", () => decoders().length === 0);
    await delay(50); // this process is told a moment after
    await picture("/png");
  });

  it("is fetched once for all who want it at once or soon after", async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, i) => picture("/jpeg", 6_000, { width: 40 + i, height: 30 })),
    );
    await picture("/jpeg");
    assert.deepEqual(server.asked, ["/jpeg"]);
  });
});

/** A JPEG whose frame header claims another size. */
function withJpegSize(file: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(file);
  let at = 2;
  while (![0xc0, 0xc2].includes(bytes[at + 1]!)) at += 2 + bytes.readUInt16BE(at + 2);
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

/** A GIF whose screen and first frame claim another size. */
function withGifSize(file: Buffer, width: number, height: number): Buffer {
  const bytes = Buffer.from(file);
  const frame = bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0]));
  for (const at of [6, frame + 5]) {
    bytes.writeUInt16LE(width, at);
    bytes.writeUInt16LE(height, at + 2);
  }
  return bytes;
}

/** A greyscale PNG of a size, with hardly any pixels in it. */
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

/** An animated GIF, a frame a colour. */
async function filmOf(...colours: string[]): Promise<Buffer> {
  const frames = await Promise.all(colours.map((colour) => flat(30, 20, colour).raw().toBuffer()));
  const film = { width: 30, height: 20 * frames.length, channels: 3 as const, pageHeight: 20 };
  return sharp(Buffer.concat(frames), { raw: film })
    .gif({ delay: colours.map(() => 100) })
    .toBuffer();
}
