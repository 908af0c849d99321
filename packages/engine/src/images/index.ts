export { InvalidFileError } from "./invalid-file.ts";
export { decodeRaster, measureRaster } from "./raster.ts";
export { rasterizeSvg } from "./rasterize-svg.ts";
export { formatSvg, sanitizeSvg } from "./svg/sanitize-svg.ts";
