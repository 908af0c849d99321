export { InvalidFileError } from "./invalid-file.ts";
export { decodeRaster, measureRaster } from "./raster.ts";
export { rasterizeSvg } from "./rasterize-svg.ts";
export { sanitizeFile, type SanitizedFile, type UploadedFile } from "./sanitize-file.ts";
export { sanitizeSvg } from "./svg/sanitize-svg.ts";
