import type { AccountImage } from "@placard/client";
import { useConsole } from "../app/console.ts";
import { ActionButton, CopyButton } from "../components/buttons.tsx";
import { formatBytes } from "../components/format-bytes.ts";
import { Facts } from "../components/list.tsx";
import { Time } from "../components/time.tsx";

export function ImageItem({
  image,
  templateName,
  onDelete,
}: {
  image: AccountImage;
  templateName: string;
  onDelete: () => Promise<void>;
}) {
  const { baseUrl } = useConsole();
  const { id, url, title, brand, format, width, height, size, createdAt } = image;
  const name = title || id;
  // The content security policy permits only images of the page's own origin.
  const localUrl = `${baseUrl}/og/${new URL(url).pathname.split("/").at(-1)}`;
  return (
    <li class="card">
      <a href={localUrl} target="_blank" rel="noopener">
        <span class="picture">
          {size === null ? (
            // Its bytes have expired: the picture would be rendered again only to be listed.
            <span class="hint">Not stored now. Open it to render it again.</span>
          ) : (
            <img src={localUrl} alt="" loading="lazy" decoding="async" width={width} height={height} />
          )}
        </span>
        <p class="image-title" dir="auto" title={name}>
          {name}
        </p>
      </a>
      <Facts>
        {[
          templateName,
          brand !== null && brand,
          `${width} × ${height} ${format.toUpperCase()}`,
          size !== null && formatBytes(size),
        ]}
      </Facts>
      <Facts>{[<Time event="rendered" at={createdAt} />]}</Facts>
      <div class="buttons">
        <CopyButton look="secondary" name={`Copy link of ${name}`} text={url} what="link">
          Copy link
        </CopyButton>
        <ActionButton look="secondary" name={`Delete ${name}`} onAction={onDelete}>
          Delete
        </ActionButton>
      </div>
    </li>
  );
}
