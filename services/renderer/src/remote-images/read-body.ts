import type { IncomingMessage } from "node:http";
import { ImageUnavailableError } from "./image-unavailable.ts";

/** 10 MiB. */
const mostBytes = 10 * 1024 * 1024;

/** Each piece costs about 2 µs of the thread that draws: a body sent byte by byte would cost it 20 s. */
const mostPieces = 32_768;

/**
 * Reads a response's body. `claim` is told of each piece's bytes before it is kept. Rejects with ImageUnavailableError
 * where it is more than 10 MiB, comes in too many pieces or breaks off, or with what `claim` throws.
 */
export async function readBody(response: IncomingMessage, claim: (bytes: number) => void): Promise<Buffer> {
  const announced = Number(response.headers["content-length"] ?? 0);
  if (announced > mostBytes) throw tooLarge();
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > mostBytes) throw tooLarge();
    if (pieces.length >= mostPieces) throw new ImageUnavailableError("it comes in too many pieces");
    claim(piece.length);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, bytes);
}

function tooLarge(): ImageUnavailableError {
  return new ImageUnavailableError(`it has more than ${mostBytes} bytes`);
}
