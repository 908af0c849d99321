// No dot, slash or NUL where a file system would make something of it: a key can never lead out of the store.
const pattern = /^(?<kind>[a-z]{1,32})\/(?<id>[A-Za-z0-9_-]{1,128})\.(?<extension>[a-z]{1,16})$/;

/** A key taken apart. */
export interface ObjectKey {
  /** `images` */
  kind: string;
  id: string;
  /** without the dot */
  extension: string;
}

/** Takes `<kind>/<id>.<extension>` apart; `undefined` if it is not that. */
export function parseObjectKey(key: string): ObjectKey | undefined {
  const { kind, id, extension } = pattern.exec(key)?.groups ?? {};
  return kind && id && extension ? { kind, id, extension } : undefined;
}

/**
 * Lets well-formed keys pass.
 * @throws TypeError for all others
 */
export function checkObjectKey(key: string): ObjectKey {
  const parts = parseObjectKey(key);
  if (!parts) throw new TypeError(`not a storage key: ${JSON.stringify(key)}`);
  return parts;
}
