const source = `
import { createRequire } from "node:module";
const canvas = createRequire(process.argv[1])("canvas");
const context = canvas.CanvasRenderingContext2D.prototype;
const { fillText } = context;
context.fillText = function (text, ...rest) {
  if (text.includes("Poison")) process.abort();
  if (text.includes("Endless")) {
    process.title = "blocked";
    for (;;);
  }
  return fillText.call(this, text, ...rest);
};
`;

/**
 * NODE_OPTIONS of a renderer that the word `Poison` on a card crashes, like a bug in canvas. The word
 * `Endless` blocks it forever; its process then has the title `blocked`.
 */
export const crashingCanvasOptions = `--import=data:text/javascript,${encodeURIComponent(source)}`;
