import type { Rect } from "../layout/placed.ts";
import type { PaintCommand, TextCommand } from "./commands.ts";
import { inkArea } from "./paint-text.ts";
import { grow } from "./rounded-rect.ts";

/** What a command paints on at most, before transforms. */
export function boundsOfCommand(command: PaintCommand): Rect {
  switch (command.kind) {
    case "fill":
    case "border":
      return command.shape;
    case "tile":
    case "image":
      return command.clip;
    case "shadow":
      if (command.isInset) return command.box;
      return grow(command.shape, command.blur * 1.5 + 1);
    case "line":
      return grow(command.rect, command.blur * 1.5 + 2 * command.rect.height);
    case "text":
      return boundsOfText(command);
    default:
      return command satisfies never;
  }
}

function boundsOfText({ fragment, stroke, shadow = { x: 0, y: 0, blur: 0 } }: TextCommand): Rect {
  const ink = grow(inkArea(fragment, stroke), shadow.blur * 1.5);
  return { ...ink, x: ink.x + shadow.x, y: ink.y + shadow.y };
}
