import type { TemplateData, Warning } from "@placard/contracts";
import type { CardOptions, CompiledTemplate } from "@placard/templates";
import { FontLibrary } from "../../dist/fonts/typefaces.js";
import { inlineFormatterFor } from "../../dist/inline/formatter.js";
import { fontRegistry } from "../../dist/fonts/font-registry.js";
import { arrangeScene } from "../../dist/layout/arrange-scene.js";
import { textWarnings } from "../../dist/layout/text-warnings.js";
import type { DisplayItem, PaintCommand, TextCommand } from "../../dist/paint/commands.js";
import { createDisplayList } from "../../dist/paint/display-list.js";

const fonts = new FontLibrary();
const sampleImageSize = () => ({ width: 800, height: 800 });

/** The display list of a card, whose remote images are all available, and the warnings about its texts. */
export async function layOutCard(
  template: CompiledTemplate,
  data: TemplateData,
  card: CardOptions,
  imageSize = sampleImageSize,
): Promise<{ items: DisplayItem[]; warnings: Warning[] }> {
  const scene = template.scene(data, card);
  const { root } = await arrangeScene(scene, inlineFormatterFor(scene, fonts.typefacesOf([])), {
    remoteImageSize: imageSize,
  });
  return {
    items: createDisplayList(root, { remoteSize: imageSize }),
    warnings: textWarnings(template, data, root, fontRegistry.coverage),
  };
}

export async function displayListOf(...card: Parameters<typeof layOutCard>): Promise<DisplayItem[]> {
  return (await layOutCard(...card)).items;
}

/** The commands of a display list, including commands of groups. */
export function commandsIn(items: readonly DisplayItem[]): PaintCommand[] {
  return items.flatMap((item) => (item.kind === "group" ? commandsIn(item.items) : [item.command]));
}

/** The pieces of text that a display list paints. */
export function textsIn(items: readonly DisplayItem[]): TextCommand[] {
  return commandsIn(items).filter((command) => command.kind === "text");
}
