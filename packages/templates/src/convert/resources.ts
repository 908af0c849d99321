import type { DocumentAsset } from "../document.ts";
import type { ConvertOptions } from "./conversion.ts";

/** An image or font that a source refers to, in the template. */
export type Resource =
  /** A path below `assets/`. */
  | { readonly kind: "asset"; readonly path: string }
  /** The name of a field of the format `image-url`. */
  | { readonly kind: "field"; readonly name: string; readonly isApproximated: boolean }
  | { readonly kind: "none" };

const fontFile = /^(?:[ot]tf|woff2?)$/u;
const imageFile = /^(?:png|jpe?g|webp|svg)$/u;

/** Turns the URLs of a source into assets and fields. The same URL is always the same one. */
export class Resources {
  /** By the path below `assets/`: a data URL, or a path relative to the source. */
  readonly files = new Map<string, string>();
  /** The fields of the format `image-url`, by name: the URL of the example. */
  readonly images = new Map<string, string | undefined>();
  readonly #options: ConvertOptions;
  readonly #byUrl = new Map<string, Resource>();

  constructor(options: ConvertOptions) {
    this.#options = options;
  }

  get assets(): Record<string, DocumentAsset> {
    return Object.fromEntries(
      [...this.files.keys()].map((path) => [
        path,
        { id: path, contentType: contentTypeOf(extensionOf(path)), width: 100, height: 100 },
      ]),
    );
  }

  /** Why a file or data URL can't be an asset. */
  refusalOf(url: string): string | undefined {
    return this.#options.refusedFiles?.get(url);
  }

  find(url: string, isFont: boolean): Resource {
    const known = this.#byUrl.get(url);
    if (known) return known;
    const resource = this.#create(url, isFont);
    this.#byUrl.set(url, resource);
    return resource;
  }

  #create(url: string, isFont: boolean): Resource {
    const [, type = ""] = /^data:(?:image|font|application)\/([\w+.-]+)[;,]/iu.exec(url) ?? [];
    const extension = (type === "" ? extensionOf(url) : type.replace("+xml", "")).toLowerCase();
    const isKnown = fontFile.test(extension) || imageFile.test(extension);
    if (this.refusalOf(url) !== undefined) return { kind: "none" };
    if (type !== "") {
      if (!isKnown) return { kind: "none" };
      return this.#asset(`${isFont ? "font" : "image"}-${this.files.size + 1}.${extension}`, url);
    }
    const isRemote = /^(?:https?:)?\/\//iu.test(url);
    const file = url.replace(/[?#].*$/u, "").replace(/^.*\//u, "");
    if (!isRemote && isKnown && this.#options.hasFile?.(url)) {
      const path = file.replace(/[^\w.-]/gu, "-");
      return this.#asset(this.files.has(path) ? `${this.files.size + 1}-${path}` : path, url);
    }
    if (isFont || url.startsWith("data:") || url === "") return { kind: "none" };
    let name = file
      .replace(/\.\w+$|%[0-9a-f]{2}/giu, " ")
      .replace(/[^A-Za-z0-9]+/gu, "_")
      .replace(/^[^A-Za-z]+|_+$/gu, "")
      .slice(0, 30);
    if (name === "" || name === "index") name = "image";
    for (let count = 2; this.images.has(name) || this.#options.fields?.[name]; count++)
      name = `${name.replace(/_\d+$/u, "")}_${count}`;
    this.images.set(name, isRemote ? url.replace(/^\/\//u, "https://") : undefined);
    return { kind: "field", name, isApproximated: !isRemote };
  }

  #asset(path: string, source: string): Resource {
    this.files.set(path, source);
    return { kind: "asset", path };
  }
}

function extensionOf(url: string): string {
  return (/\.(\w+)(?:[?#].*)?$/u.exec(url)?.[1] ?? "").toLowerCase();
}

/** For the compiler, which tells fonts, drawings and other images apart. */
function contentTypeOf(extension: string): DocumentAsset["contentType"] {
  if (fontFile.test(extension)) return "font/ttf";
  return extension === "svg" ? "image/svg+xml" : "image/png";
}
