import type { TemplateData } from "@placard/contracts";
import type { CardOptions, CompiledTemplate } from "@placard/templates";
import { FontLibrary } from "../../dist/fonts/typefaces.js";
import { inlineFormatterFor } from "../../dist/inline/formatter.js";
import { arrangeScene } from "../../dist/layout/arrange-scene.js";
import type { DisplayItem, PaintCommand, TextCommand } from "../../dist/paint/commands.js";
import { createDisplayList } from "../../dist/paint/display-list.js";

const fonts = new FontLibrary();
const sampleImageSize = () => ({ width: 800, height: 800 });

/** The display list of a card, whose remote images are all available. */
export async function displayListOf(
  template: CompiledTemplate,
  data: TemplateData,
  card: CardOptions,
): Promise<DisplayItem[]> {
  const scene = template.scene(data, card);
  const { root } = await arrangeScene(scene, inlineFormatterFor(scene, fonts.typefacesOf([])), {
    remoteImageSize: sampleImageSize,
  });
  return createDisplayList(root, { remoteSize: sampleImageSize });
}

/** The commands of a display list, including commands of groups. */
export function commandsIn(items: readonly DisplayItem[]): PaintCommand[] {
  return items.flatMap((item) => (item.kind === "group" ? commandsIn(item.items) : [item.command]));
}

/** The pieces of text that a display list paints. */
export function textsIn(items: readonly DisplayItem[]): TextCommand[] {
  return commandsIn(items).filter((command) => command.kind === "text");
}
