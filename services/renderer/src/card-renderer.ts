import type { Engine, ImageLoader, RenderedImage, RenderOptions } from "@placard/engine";
import type { CompiledTemplate } from "@placard/templates";
import { FontLimitError, type FontAssets } from "./assets/font-assets.ts";
import type { Platform } from "./platform.ts";
import type { Quarantine } from "./quarantine/quarantine.ts";

/** A card of an account. */
interface Card extends Omit<RenderOptions, "fonts" | "beforeFontRegistration"> {
  readonly owner: string;
  readonly images: ImageLoader;
  /** Whether it may crash its process: it is rendered in quarantine. */
  readonly isSuspect?: boolean;
  /** Identifies it in the log. */
  readonly logged: object;
}

/**
 * Creates the function that renders a card with the fonts of its account: in this process, or in quarantine
 * if it may crash this one, or needs more fonts than it may have.
 */
export function createCardRenderer(
  { logger }: Pick<Platform, "logger">,
  engine: Engine,
  fontAssets: Pick<FontAssets, "load" | "read" | "register">,
  quarantine: Pick<Quarantine, "render">,
) {
  return async (
    template: CompiledTemplate,
    { owner, isSuspect, logged, ...card }: Card,
  ): Promise<RenderedImage> => {
    const renderInQuarantine = (reason: string) => {
      logger.warn({ ...logged, reason }, "rendering in quarantine");
      return quarantine.render(template, { ...card, fonts: (asset) => fontAssets.read(asset, owner) });
    };
    if (isSuspect) return renderInQuarantine("an earlier attempt ended with its process");
    try {
      return await engine.render(template, {
        ...card,
        fonts: (asset) => fontAssets.load(asset, owner),
        beforeFontRegistration: () => fontAssets.register(owner),
      });
    } catch (error) {
      if (error instanceof FontLimitError) return renderInQuarantine(error.message);
      throw error;
    }
  };
}
export type CardRenderer = ReturnType<typeof createCardRenderer>;
