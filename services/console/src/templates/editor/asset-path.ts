/** The name of a file as it is valid in a template's paths: `my-photo.jpg`. */
export function toAssetPath(name: string): string {
  const [, stem = "", extension = ""] = /^(.*?)(\.\w+)?$/s.exec(name) ?? [];
  return (stem.replaceAll(/[^\w.-]+/g, "-").replace(/^[.-]+/, "") || "file") + extension;
}
