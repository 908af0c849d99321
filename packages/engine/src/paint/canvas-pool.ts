import { createCanvas, type Canvas, type CanvasRenderingContext2D } from "canvas";
import { freeCanvas } from "./pixels.ts";

/** A canvas to draw one card on. */
export interface CanvasBuffer {
  readonly canvas: Canvas;
  readonly context: CanvasRenderingContext2D;
}

/** Bytes of idle buffers that are kept: four of the default size. */
const maxIdleBytes = 12 * 1024 * 1024;

/** Canvases for cards that are reused. */
export class CanvasPool {
  /** The least recently used first. */
  readonly #idle: CanvasBuffer[] = [];

  /**
   * Calls `use` with a buffer of a size in pixels, and reserves the buffer until `use` has settled: encoders
   * read it asynchronously. Its pixels and drawing state are left over from its last use.
   */
  async use<T>(width: number, height: number, use: (buffer: CanvasBuffer) => Promise<T>): Promise<T> {
    const buffer = this.#takeIdle(width, height) ?? createBuffer(width, height);
    let isFinished = false;
    try {
      const result = await use(buffer);
      isFinished = true;
      return result;
    } finally {
      // After an error, the context may still be clipped.
      if (isFinished && isUsable(buffer)) this.#giveBack(buffer);
      else freeCanvas(buffer.canvas);
    }
  }

  #takeIdle(width: number, height: number): CanvasBuffer | undefined {
    const index = this.#idle.findLastIndex(
      ({ canvas }) => canvas.width === width && canvas.height === height,
    );
    return index < 0 ? undefined : this.#idle.splice(index, 1)[0];
  }

  #giveBack(buffer: CanvasBuffer): void {
    this.#idle.push(buffer);
    while (this.#idle.reduce((sum, each) => sum + sizeOf(each), 0) > maxIdleBytes)
      freeCanvas(this.#idle.shift()!.canvas);
  }
}

function createBuffer(width: number, height: number): CanvasBuffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.textDrawingMode = "glyph"; // several times faster than "path", and the only mode with color emoji
  return { canvas, context };
}

/** After an error, such as a transform that is out of range, a context ignores everything that is painted. */
function isUsable({ context }: CanvasBuffer): boolean {
  context.save();
  context.resetTransform();
  context.globalAlpha = 1;
  context.globalCompositeOperation = "copy";
  context.fillStyle = "#010203";
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  context.restore();
  return red === 1 && green === 2 && blue === 3;
}

function sizeOf({ canvas }: CanvasBuffer): number {
  return canvas.width * canvas.height * 4;
}
