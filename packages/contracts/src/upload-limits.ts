/** The longest side of an image of pixels that is uploaded, or within a document, in pixels. */
export const maxImageSide = 4096;

/** The size of an image that is uploaded, in bytes. */
export const maxImageBytes = 4 * 1024 * 1024;
