import { getOrInsert } from "@placard/contracts/maps";
import type { FontWeight } from "@placard/templates/scene";
import { registerFont } from "canvas";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { readCoverage, toCoverage, type FontCoverage } from "./coverage.ts";
import type { FaceSource } from "./face-sources.ts";
import { readFeatures, readFontMetrics, renameFont, type FontMetrics } from "./sfnt.ts";
import { findSystemFont, type SystemFont } from "./system-fonts.ts";

/** A font that is registered with canvas under a unique family name. */
export interface Face {
  readonly family: string;
  readonly metrics: FontMetrics;
}

/** The fonts of this process: registered with canvas, or installed in the system. */
class FontRegistry {
  readonly #faces = new Map<string, Face>();
  readonly #features = new Map<string, ReadonlySet<string>>();
  readonly #systemFonts = new Map<string, SystemFont | undefined>();
  readonly #systemMetrics = new Map<string, FontMetrics>();
  #coverage: { readonly value: FontCoverage | undefined } | undefined;
  #directory: string | undefined;

  /** The number of registered fonts. They can't be removed: canvas leaks their memory. */
  get faceCount(): number {
    return this.#faces.size;
  }

  /**
   * The face of a font file. Registers a copy under a unique family name when it is first used. `features`:
   * OpenType features that change the font. Rejected by an exception of `beforeRegistration`.
   */
  face(source: FaceSource, features = "", beforeRegistration = () => {}): Face {
    const id = features === "" ? source.id : `${source.id} ${features}`;
    return getOrInsert(this.#faces, id, () => {
      beforeRegistration();
      return this.#register(source, features);
    });
  }

  /** The tags of the OpenType features of a font file. */
  features(source: Pick<FaceSource, "id" | "read">): ReadonlySet<string> {
    return getOrInsert(this.#features, source.id, () => readFeatures(source.read()));
  }

  /** The file of an installed font; undefined if it is in a collection. */
  systemSource(family: string, weight: FontWeight, style: FaceSource["style"]): FaceSource | undefined {
    const font = this.#systemFont(family, weight, style);
    if (font?.index !== 0) return undefined;
    const read = () => readFileSync(font.path);
    return { weight, style, id: `system ${family} ${weight} ${style}`, read };
  }

  /** The metrics of a font of the system; undefined if its family is not installed. */
  systemMetrics(family: string): FontMetrics | undefined {
    const font = this.#systemFont(family, 400, "normal");
    return (
      font &&
      getOrInsert(this.#systemMetrics, family, () => readFontMetrics(readFileSync(font.path), font.index))
    );
  }

  #systemFont(family: string, weight: FontWeight, style: FaceSource["style"]): SystemFont | undefined {
    const key = `${family} ${weight} ${style}`;
    if (!this.#systemFonts.has(key)) this.#systemFonts.set(key, findSystemFont(family, weight, style));
    return this.#systemFonts.get(key);
  }

  /**
   * The characters that the bundled font and the system's fonts have; undefined if fontconfig's tools can't
   * be run. Reading it takes 80 ms of CPU time, once.
   */
  get coverage(): FontCoverage | undefined {
    this.#coverage ??= { value: readCoverage() };
    return this.#coverage.value;
  }

  /** Uses the coverage that another process of this machine has read. */
  setCoverage(bits: Uint8Array | undefined): void {
    this.#coverage = { value: bits && toCoverage(bits) };
  }

  #register({ read, weight }: FaceSource, features: string): Face {
    // Otherwise fontconfig and Pango prefer fonts for the process's language: other pixels with another LANG.
    process.env["FC_LANG"] = "en";
    process.env["PANGO_LANGUAGE"] = "en";
    const file = read();
    const family = `Placard ${this.#faces.size + 1}`;
    const path = join(this.#fontDirectory(), `${this.#faces.size + 1}.ttf`);
    writeFileSync(path, renameFont(file, family, weight, features));
    registerFont(path, { family, weight: String(weight) });
    return { family, metrics: readFontMetrics(file) };
  }

  /** Fontconfig opens the copies when glyphs are needed, so they stay until the process exits. */
  #fontDirectory(): string {
    if (this.#directory === undefined) {
      const prefix = `placard-fonts-${hostname()}-`; // containers may share a temporary folder
      for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
        const pid = Number(/^(\d+)-[^-]+$/u.exec(name.slice(prefix.length))?.[1]);
        if (Number.isNaN(pid)) continue; // of a host whose name starts with this one's
        if (pid === process.pid || !isRunning(pid)) removeDirectory(join(tmpdir(), name)); // it was killed
      }
      const created = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
      process.once("exit", () => removeDirectory(created));
      this.#directory = created;
    }
    return this.#directory;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH"; // EPERM: another user's
  }
}

function removeDirectory(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // another user's
  }
}

/** The only state that engines share: canvas registers fonts for the whole process. */
export const fontRegistry = new FontRegistry();
