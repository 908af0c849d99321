import type { Request } from "express";

/**
 * The bytes of a body that has arrived in full and is not compressed, without waiting; undefined otherwise. They are kept in
 * `req.body`, so that several handlers can take them.
 */
export function takeBody(req: Request): Buffer | undefined {
  if (Buffer.isBuffer(req.body)) return req.body;
  const { "content-length": length, "content-encoding": encoding } = req.headers;
  // Node sets `complete` a little after the last byte.
  if (encoding !== undefined || !(req.complete || req.readableLength === Number(length))) return undefined;
  const bytes = (req.read() as Buffer | null) ?? Buffer.alloc(0);
  req.body = bytes;
  return bytes;
}
