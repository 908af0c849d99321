import type { Asset } from "@placard/client";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useAccount } from "../../app/account.ts";
import { useConsole } from "../../app/console.ts";
import { FileDrop } from "../../components/file-drop.tsx";
import { SmallButton } from "../../components/small-button.tsx";
import { formatBytes } from "@placard/contracts/format-bytes";
import { Loaded, useLoaded } from "../../components/loaded.tsx";
import { toAssetPath } from "./asset-path.ts";
import type { TemplateEditor } from "./template-editor.ts";

const accepted = "image/png,image/jpeg,image/webp,image/svg+xml,.woff2,.ttf,.otf";

/** The files of a template with their paths, upload, and other files of the account. */
export function AssetsPanel({
  editor,
  insert,
}: {
  editor: TemplateEditor;
  /** Inserts a path at the cursor in template.html. */
  insert: (path: string) => void;
}) {
  const { actions, messages } = useConsole();
  const { api, upload } = useAccount();
  const input = useRef<HTMLInputElement>(null);
  const uploaded = useLoaded("your files", async () => (await api.listAssets()).data.assets);
  const { assets } = editor.draft.value;
  const add = (path: string, id: string) =>
    editor.change({ assets: { ...editor.draft.value.assets, [path]: id } });

  function pick(file: File) {
    void actions.run(async () => {
      const { id } = await upload(file);
      add(toAssetPath(file.name), id);
      messages.show(`The file ${file.name} was uploaded.`);
    });
  }

  function remove(path: string) {
    const { [path]: _, ...rest } = editor.draft.value.assets;
    editor.change({ assets: rest });
    void uploaded.load();
    input.current?.focus();
  }

  return (
    <div class="assets-panel">
      <div>
        <label for="editor-asset">Upload an image or a font</label>
        <FileDrop id="editor-asset" control={input} accept={accepted} onFiles={([file]) => pick(file!)} />
        <p class="hint">SVG, PNG, WebP or JPEG; WOFF2, TTF or OTF, up to 2 MB.</p>
      </div>
      {Object.keys(assets).length === 0 && <p class="hint">This template has no files.</p>}
      <ul class="asset-list" aria-label="Files of this template">
        {Object.entries(assets).map(([path, id]) => (
          <AssetItem key={path} id={id} title={`assets/${path}`}>
            <SmallButton
              label="Insert path"
              name={`Insert the path of ${path}`}
              run={() => insert(`assets/${path}`)}
            />
            <SmallButton label="Remove" name={`Remove ${path}`} run={() => remove(path)} />
          </AssetItem>
        ))}
      </ul>
      <Loaded from={uploaded}>
        {(list) => {
          const used = new Set(Object.values(assets));
          const others = list.filter(({ id }) => !used.has(id));
          if (others.length === 0) return null;
          return (
            <details>
              <summary>Other uploaded files</summary>
              <ul class="asset-list" aria-label="Other uploaded files">
                {others.map((asset) => {
                  const name = nameOf(asset);
                  return (
                    <AssetItem key={asset.id} id={asset.id} title={name} description={describe(asset)}>
                      <SmallButton
                        label="Add"
                        name={`Add ${name} to this template`}
                        run={() => add(name, asset.id)}
                      />
                    </AssetItem>
                  );
                })}
              </ul>
            </details>
          );
        }}
      </Loaded>
    </div>
  );
}

function AssetItem({
  id,
  title,
  description,
  children,
}: {
  id: string;
  title: string;
  description?: string;
  /** The buttons. */
  children: ComponentChildren;
}) {
  const { assetUrl } = useAccount();
  const isImage = useSignal(true); // until the browser says that it is a font
  return (
    <li class="row">
      <div class="asset-thumbnail">
        {isImage.value && <img src={assetUrl(id)} alt="" onError={() => (isImage.value = false)} />}
      </div>
      <div class="asset-name">
        <code>{title}</code>
        <span class="hint">{description}</span>
      </div>
      <div class="buttons">{children}</div>
    </li>
  );
}

/** The path under which a file is added. */
function nameOf({ id, contentType, font }: Asset): string {
  const subtype = contentType.split("/")[1] ?? "";
  const extension = { "svg+xml": "svg", jpeg: "jpg" }[subtype] ?? subtype;
  return font ? `${toAssetPath(font.family)}-${font.weight}.${extension}` : `${id.slice(0, 8)}.${extension}`;
}

function describe({ width, height, size, font }: Asset): string {
  if (font) return ` ${font.family} ${font.weight}${font.style === "italic" ? " italic" : ""}`;
  const dimensions = width !== undefined && height !== undefined ? `${width} × ${height}, ` : "";
  return ` ${dimensions}${formatBytes(size)}`;
}
