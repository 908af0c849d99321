import type { CanvasRenderingContext2D } from "canvas";
import { createDrawing, freeCanvas } from "./pixels.ts";

/** Bytes of idle canvases that are kept: two of the default size. */
const maxIdleBytes = 8 * 1024 * 1024;

/** Canvases for cards that are reused. */
export class CanvasPool {
  /** The least recently used first. */
  readonly #idle: CanvasRenderingContext2D[] = [];

  /**
   * Calls `use` with a canvas of a size in pixels, and reserves the canvas until `use` has settled: encoders
   * read it asynchronously. Its pixels and drawing state are left over from its last use.
   */
  async use<T>(
    width: number,
    height: number,
    use: (context: CanvasRenderingContext2D) => Promise<T>,
  ): Promise<T> {
    const context = this.#takeIdle(width, height) ?? createDrawing(width, height);
    let isFinished = false;
    try {
      const result = await use(context);
      isFinished = true;
      return result;
    } finally {
      // After an error, the context may still be clipped.
      if (isFinished && isUsable(context)) this.#giveBack(context);
      else freeCanvas(context.canvas);
    }
  }

  #takeIdle(width: number, height: number): CanvasRenderingContext2D | undefined {
    const index = this.#idle.findLastIndex(
      ({ canvas }) => canvas.width === width && canvas.height === height,
    );
    return index < 0 ? undefined : this.#idle.splice(index, 1)[0];
  }

  #giveBack(context: CanvasRenderingContext2D): void {
    this.#idle.push(context);
    while (this.#idle.reduce((sum, each) => sum + sizeOf(each), 0) > maxIdleBytes)
      freeCanvas(this.#idle.shift()!.canvas);
  }
}

/** After an error, such as a transform that is out of range, a context ignores everything that is painted. */
function isUsable(context: CanvasRenderingContext2D): boolean {
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

function sizeOf({ canvas }: CanvasRenderingContext2D): number {
  return canvas.width * canvas.height * 4;
}
