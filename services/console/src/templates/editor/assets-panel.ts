import type { Asset } from "@placard/client";
import { load, onClick, runAction } from "../../actions.ts";
import { loadAssetImage } from "../../asset-images.ts";
import { createElement } from "../../elements.ts";
import { formatBytes } from "../../format-bytes.ts";
import { showMessage } from "../../message.ts";
import { account } from "../../session.ts";

const accepted = "image/png,image/jpeg,image/webp,image/svg+xml,.woff2,.ttf,.otf";

/** The files of a template. */
export interface AssetsPanel {
  element: HTMLElement;
  /** Shows the assets of the document, and loads those of the account. */
  refresh: () => void;
}

/**
 * Creates the panel: files of the template with their paths, upload, and other files of the account.
 * @param readAssets the asset IDs of the document, by path below `assets/`
 */
export function createAssetsPanel({
  readAssets,
  writeAssets,
  insert,
}: {
  readAssets: () => Readonly<Record<string, string>>;
  writeAssets: (assets: Readonly<Record<string, string>>) => void;
  insert: (path: string) => void;
}): AssetsPanel {
  const input = createElement("input", { id: "editor-asset", type: "file", accept: accepted });
  const own = createElement("ul", { className: "asset-list", "aria-label": "Files of this template" });
  const empty = createElement("p", { className: "hint" }, "This template has no files.");
  const others = createElement("ul", { className: "asset-list", "aria-label": "Other uploaded files" });
  const othersDetails = createElement(
    "details",
    { hidden: true },
    createElement("summary", {}, "Other uploaded files"),
    others,
  );

  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    input.value = "";
    if (!file) return;
    void runAction(async () => {
      const { data } = await account.createAsset(file);
      add(toPath(file.name), data.id);
      showMessage(`The file ${file.name} was uploaded.`);
    });
  });

  function add(path: string, id: string) {
    writeAssets({ ...readAssets(), [path]: id });
    refresh();
  }

  function refresh() {
    const entries = Object.entries(readAssets());
    own.replaceChildren(...entries.map(([path, id]) => createOwnItem(path, id)));
    empty.hidden = entries.length > 0;
    void load(async () => {
      const { data } = await account.listAssets();
      const used = new Set(Object.values(readAssets()));
      const unused = data.assets.filter(({ id }) => !used.has(id));
      others.replaceChildren(...unused.map(createOtherItem));
      othersDetails.hidden = unused.length === 0;
    });
  }

  function createOwnItem(path: string, id: string) {
    const insertButton = createButton("Insert path", `Insert the path of ${path}`);
    insertButton.addEventListener("click", () => insert(`assets/${path}`));
    const removeButton = createButton("Remove", `Remove ${path}`);
    onClick(removeButton, async () => {
      const { [path]: _, ...rest } = readAssets();
      writeAssets(rest);
      refresh();
      input.focus();
    });
    return createItem(id, `assets/${path}`, "", insertButton, removeButton);
  }

  function createOtherItem(asset: Asset) {
    const { id, contentType, font } = asset;
    const extension =
      { "image/svg+xml": "svg", "image/jpeg": "jpg" }[contentType] ?? contentType.split("/")[1];
    const name = font
      ? `${toPath(font.family)}-${font.weight}.${extension}`
      : `${id.slice(0, 8)}.${extension}`;
    const button = createButton("Add", `Add ${name} to this template`);
    button.addEventListener("click", () => add(name, id));
    return createItem(id, name, describe(asset), button);
  }

  return {
    element: createElement(
      "div",
      { className: "assets-panel" },
      createElement(
        "div",
        { className: "asset-field" },
        createElement("label", { htmlFor: "editor-asset" }, "Upload an image or a font"),
        createElement("div", { className: "asset-inputs" }, input),
        createElement("p", { className: "hint" }, "SVG, PNG, WebP, JPEG, WOFF2, TTF or OTF."),
      ),
      empty,
      own,
      othersDetails,
    ),
    refresh,
  };
}

function createItem(id: string, title: string, description: string, ...buttons: HTMLElement[]) {
  const image = createElement("img", { alt: "", hidden: true });
  void loadAssetImage(id).then((url) => {
    if (!url?.startsWith("data:image/")) return;
    image.src = url;
    image.hidden = false;
  });
  return createElement(
    "li",
    {},
    createElement("div", { className: "asset-thumbnail" }, image),
    createElement(
      "div",
      { className: "asset-name" },
      createElement("code", {}, title),
      createElement("span", { className: "hint" }, description),
    ),
    createElement("div", { className: "buttons" }, ...buttons),
  );
}

function createButton(label: string, accessibleName: string) {
  const properties = { type: "button", className: "secondary small", "aria-label": accessibleName };
  return createElement("button", properties, label);
}

function describe({ width, height, size, font }: Asset): string {
  if (font) return ` ${font.family} ${font.weight}${font.style === "italic" ? " italic" : ""}`;
  const dimensions = width !== undefined && height !== undefined ? `${width} × ${height}, ` : "";
  return ` ${dimensions}${formatBytes(size)}`;
}

/** A file name that is valid in a template's paths. */
function toPath(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, "-").replace(/^[.-]+/, "") || "file";
}
