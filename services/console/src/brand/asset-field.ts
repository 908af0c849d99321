import type { Asset } from "@placard/client";
import { runAction } from "../actions.ts";
import { loadAssetImage } from "../asset-images.ts";
import { createElement } from "../elements.ts";
import { account } from "../session.ts";

/** A form field for an uploaded file that may be absent. */
export interface AssetField {
  element: HTMLElement;
  /** Returns the ID of the asset; undefined if there is none. */
  read: () => string | undefined;
  /** Replaces the asset. */
  show: (id: string | undefined) => void;
}

/** Creates a field that uploads a file as an asset when the user picks it or drops it on the field. */
export function createAssetField({
  id,
  label,
  hint,
  accept,
  className = "",
  onChange,
}: {
  id: string;
  label: string;
  hint: string;
  accept: string;
  className?: string;
  onChange: (asset: Asset | undefined) => void;
}): AssetField {
  let assetId: string | undefined;
  const input = createElement("input", { id, type: "file", accept, "aria-describedby": `${id}-hint` });
  const image = createElement("img", { alt: "", hidden: true });
  const emptyText = "Drop a file here, or choose one.";
  const fileName = createElement("span", { className: "hint" }, emptyText);
  const remove = createElement(
    "button",
    { type: "button", className: "secondary small", hidden: true, "aria-label": `Remove: ${label}` },
    "Remove",
  );
  const drop = createElement("div", { className: `asset-drop ${className}` }, image, fileName);

  function show(next: string | undefined, description = "") {
    assetId = next;
    remove.hidden = next === undefined;
    image.hidden = true;
    fileName.textContent = next === undefined ? emptyText : description;
    if (next !== undefined && accept.startsWith("image/")) void showImage(next);
  }

  async function showImage(next: string) {
    const url = await loadAssetImage(next);
    if (assetId !== next) return;
    image.src = url ?? "";
    image.hidden = url === undefined;
    if (url === undefined) fileName.textContent = "The image could not be loaded.";
  }

  async function upload(file: File) {
    const { data } = await account.createAsset(file);
    const { font } = data;
    show(
      data.id,
      font ? `${font.family}, weight ${font.weight}${font.style === "italic" ? " italic" : ""}` : file.name,
    );
    onChange(data);
  }

  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    input.value = ""; // so that the same file can be picked again
    if (file) void runAction(() => upload(file));
  });
  remove.addEventListener("click", () => {
    show(undefined);
    onChange(undefined);
    input.focus();
  });
  drop.addEventListener("dragover", (event) => event.preventDefault());
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) void runAction(() => upload(file));
  });

  return {
    element: createElement(
      "div",
      { className: "field asset-field" },
      createElement("label", { htmlFor: id }, label),
      drop,
      createElement("div", { className: "asset-inputs" }, input, remove),
      createElement("p", { id: `${id}-hint`, className: "hint" }, hint),
    ),
    read: () => assetId,
    show: (next) => show(next, "Uploaded"),
  };
}
