const source = `
import { createRequire } from "node:module";
const canvas = createRequire(process.argv[1])("canvas");
const context = canvas.CanvasRenderingContext2D.prototype;
const { fillText } = context;
context.fillText = function (text, ...rest) {
  if (text.includes("Poison")) process.abort();
  while (text.includes("Endless"));
  return fillText.call(this, text, ...rest);
};
`;

/**
 * NODE_OPTIONS of a renderer that a card with the word `Poison` crashes, like a bug in canvas, and a card with the word `Endless`
 * blocks forever.
 */
export const crashingCanvasOptions = `--import=data:text/javascript,${encodeURIComponent(source)}`;
