/** The content of a data URL; undefined for another URL. */
export function readDataUrl(url: string): Buffer | undefined {
  const [, encoding, data] = /^data:[^,]*?(;base64)?,(.*)$/su.exec(url) ?? [];
  if (data === undefined) return undefined;
  return Buffer.from(encoding ? data : decodeURIComponent(data), encoding ? "base64" : "utf8");
}
