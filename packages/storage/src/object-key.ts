// No dots, slashes or NULs that have a meaning in paths: keys can't refer to files outside the store.
const pattern = /^(?<kind>[a-z]{1,32})\/(?<id>[A-Za-z0-9_-]{1,128})\.(?<extension>[a-z]{1,16})$/;

export interface ObjectKey {
  /** `images` */
  kind: string;
  id: string;
  /** without the dot */
  extension: string;
}

/** Parses `<kind>/<id>.<extension>`; `undefined` if the key is malformed. */
export function parseObjectKey(key: string): ObjectKey | undefined {
  const { kind, id, extension } = pattern.exec(key)?.groups ?? {};
  return kind && id && extension ? { kind, id, extension } : undefined;
}

/**
 * Parses `<kind>/<id>.<extension>`.
 * @throws TypeError if the key is malformed
 */
export function checkObjectKey(key: string): ObjectKey {
  const parts = parseObjectKey(key);
  if (!parts) throw new TypeError(`malformed storage key: ${JSON.stringify(key)}`);
  return parts;
}
