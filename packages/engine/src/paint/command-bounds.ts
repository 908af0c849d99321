import type { Rect } from "../layout/placed.ts";
import type { PaintCommand } from "./commands.ts";
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
    case "line":
      return grow(command.rect, 2 * command.rect.height);
    case "text":
      return inkArea(command.fragment, command.stroke);
    default:
      return command satisfies never;
  }
}
