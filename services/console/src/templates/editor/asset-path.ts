/** The name of a file as it is valid in a template's paths: `my-photo.jpg`. */
export function toAssetPath(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, "-").replace(/^[.-]+/, "") || "file";
}
