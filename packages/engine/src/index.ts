export { noImages, type ImageLoader, type Unavailable } from "./card-images.ts";
export { encodeRgb } from "./encode/encode.ts";
export { fontCoverage, setFontCoverage } from "./fonts/coverage.ts";
export { addFontAsset, bundledFaces, hasFontAsset, registeredFaceCount } from "./fonts/faces.ts";
export { listMissingScripts } from "./fonts/missing-scripts.ts";
export type { PixelSize } from "./paint/images.ts";
export { renderCard, type CardJob, type RenderedCard } from "./render-card.ts";
export { measureImages, renderImage, type MeasuredImages, type StageTimes } from "./render-image.ts";
