import type { AccountImage } from "@placard/client";
import { onClick } from "../actions.ts";
import { copyOnClick } from "../clipboard.ts";
import { createElement } from "../elements.ts";
import { formatBytes } from "../format-bytes.ts";
import { baseUrl } from "../session.ts";
import { createTime } from "../times.ts";

/**
 * Creates an entry of the list of images.
 * @param templateNames by template ID
 * @param deleteImage called with the image and its entry
 */
export function createImageItem(
  image: AccountImage,
  templateNames: ReadonlyMap<string, string>,
  deleteImage: (image: AccountImage, item: HTMLElement) => Promise<void>,
): HTMLLIElement {
  const { url, title, template, brand, format, width, height, size, createdAt } = image;
  const name = title || image.id;
  const properties = { type: "button", className: "secondary" };
  const copy = createElement("button", { ...properties, "aria-label": `Copy link of ${name}` }, "Copy link");
  copyOnClick(copy, () => url, "link");
  const remove = createElement("button", { ...properties, "aria-label": `Delete ${name}` }, "Delete");
  const facts = [
    templateNames.get(template) ?? template,
    ...(brand === null ? [] : [brand]),
    `${width} × ${height} ${format.toUpperCase()}`,
    ...(size === null ? [] : [formatBytes(size)]),
  ];
  const item = createElement(
    "li",
    { className: "card" },
    createElement(
      "a",
      { href: localUrl(url), target: "_blank", rel: "noopener" },
      createPicture(image),
      createElement("p", { className: "image-title", dir: "auto", title: name }, name),
    ),
    createElement("p", { className: "facts" }, ...facts.map((fact) => createElement("span", {}, fact))),
    createElement("p", { className: "facts" }, createElement("span", {}, "rendered ", createTime(createdAt))),
    createElement("div", { className: "buttons" }, copy, remove),
  );
  onClick(remove, () => deleteImage(image, item));
  return item;
}

/** The image, unless its bytes have expired: then each picture would be rendered again only to be listed. */
function createPicture({ url, width, height, size }: AccountImage) {
  const picture =
    size === null
      ? createElement("span", { className: "hint" }, "Not stored now. Open it to render it again.")
      : createElement("img", {
          src: localUrl(url),
          alt: "",
          loading: "lazy",
          decoding: "async",
          width,
          height,
        });
  return createElement("span", { className: "picture" }, picture);
}

/** The URL of an image on the page's own origin: the content security policy permits no other, such as the public URL. */
function localUrl(url: string) {
  return `${baseUrl}/og/${new URL(url).pathname.split("/").at(-1)}`;
}
