export { noImages, type ImageLoader, type Unavailable } from "./card-images.ts";
export {
  createEngine,
  type Engine,
  type EngineOptions,
  type RenderedImage,
  type RenderOptions,
  type StageTimes,
} from "./engine.ts";
export { listMissingScripts } from "./fonts/coverage.ts";
export { bundledFaces } from "./fonts/face-sources.ts";
export { fontRegistry } from "./fonts/font-registry.ts";
export type { FontLoader } from "./fonts/typefaces.ts";
export type { PixelSize } from "./paint/images.ts";
