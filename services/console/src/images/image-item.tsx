import type { AccountImage } from "@placard/client";
import { useConsole } from "../app/console.ts";
import { ActionButton, CopyButton } from "../components/buttons.tsx";
import { formatBytes } from "@placard/contracts/format-bytes";
import { Facts } from "../components/list.tsx";
import { Time } from "../components/time.tsx";
import { DownloadLink, localUrlOf } from "./download-link.tsx";
import { badgeOf, Problems } from "./image-problems.tsx";

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
  const badge = badgeOf(image);
  return (
    <li class="card">
      <a href={`#/images/${id}`}>
        <span class="card-frame">
          {size === null ? (
            // Its bytes have expired: the picture would be rendered again only to be listed.
            <span class="hint">
              {image.failure === null ? "Not stored now. The next request renders it." : "There is no image."}
            </span>
          ) : (
            <img
              src={localUrlOf(baseUrl, image)}
              alt=""
              loading="lazy"
              decoding="async"
              width={width}
              height={height}
            />
          )}
        </span>
        <p class="image-title" dir="auto" title={name}>
          {name}
        </p>
      </a>
      {badge !== undefined && (
        <details class="image-problems">
          <summary>
            <span class="badge">{badge}</span>
          </summary>
          <Problems image={image} />
        </details>
      )}
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
        <CopyButton look="secondary small" name={`Copy link of ${name}`} text={url} what="link">
          Copy link
        </CopyButton>
        <DownloadLink image={image} name={`Download ${name}`} />
        <ActionButton look="secondary small" name={`Delete ${name}`} onAction={onDelete}>
          Delete
        </ActionButton>
      </div>
    </li>
  );
}
