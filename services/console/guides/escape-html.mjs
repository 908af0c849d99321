/** @type {Readonly<Record<string, string>>} */
const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * Escapes text for elements and attributes.
 * @param {string} text
 */
export const escapeHtml = (text) => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
