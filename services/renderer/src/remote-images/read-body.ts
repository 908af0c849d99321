import type { IncomingMessage } from "node:http";
import { finished } from "node:stream/promises";
import { ImageUnavailableError } from "./image-unavailable.ts";

/** 10 MiB. */
const mostBytes = 10 * 1024 * 1024;

/** Each piece costs some microseconds of the thread that draws: a body sent byte by byte would cost it many seconds. */
const mostPieces = 32_768;

/**
 * Reads a response's body. `claim` is told of each piece's bytes before it is kept. Rejects with ImageUnavailableError
 * where it is more than 10 MiB, comes in too many pieces or breaks off, or with what `claim` throws.
 */
export async function readBody(response: IncomingMessage, claim: (bytes: number) => void): Promise<Buffer> {
  if (Number(response.headers["content-length"] ?? 0) > mostBytes) throw tooLarge();
  const pieces: Buffer[] = [];
  let bytes = 0;
  // Not an iterator, which hands out pieces joined: what costs is each one that the parser finds.
  response.on("data", (piece: Buffer) => {
    if (response.destroyed) return; // the rest of what had arrived
    bytes += piece.length;
    try {
      if (bytes > mostBytes) throw tooLarge();
      if (pieces.length >= mostPieces) throw new ImageUnavailableError("it comes in too many pieces");
      claim(piece.length);
      pieces.push(piece);
    } catch (error) {
      response.destroy(error as Error);
    }
  });
  await finished(response);
  return Buffer.concat(pieces, bytes);
}

function tooLarge(): ImageUnavailableError {
  return new ImageUnavailableError(`it has more than ${mostBytes} bytes`);
}
