import type { AccountImage } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useAccount } from "../app/account.ts";
import { formatCount, formatNumber } from "../components/counts.ts";
import { TextField } from "../components/fields.tsx";
import { titleId } from "../components/focus.ts";
import { useLoaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { PagedList, usePages } from "../components/paged-list.tsx";
import { useDeleteImage } from "./delete-image.tsx";
import { ImageItem } from "./image-item.tsx";

const pageSize = 24;
/** Pause after the last keystroke before a search. */
const debounceMs = 300;

/** Lists, finds and deletes the images of the account. */
export function ImagesPage() {
  const { api } = useAccount();
  const deleteImage = useDeleteImage();
  const query = useSignal("");
  /** The query that the shown images match. */
  const searched = useSignal("");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const images = usePages("your images", listImages);
  const usage = useLoaded("your usage", describeUsage);
  const templates = useLoaded("your templates", async () => {
    const { data } = await api.listTemplates({ archived: true });
    return new Map(data.templates.map(({ id, name }) => [id, name]));
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  /** Loads images until a page is full: a page of a search may have few matches, or none. */
  async function listImages(cursor: string | undefined, signal?: AbortSignal) {
    const q = query.value.trim();
    const items: AccountImage[] = [];
    let nextCursor = cursor ?? null;
    do {
      const limit = pageSize - items.length;
      const { data } = await api.listAccountImages({
        limit,
        cursor: nextCursor ?? undefined,
        ...(q && { q }),
        ...(signal && { signal }),
      });
      items.push(...data.images);
      ({ nextCursor } = data);
    } while (nextCursor !== null && q !== "" && items.length < pageSize);
    if (!signal?.aborted) searched.value = q;
    return { items, nextCursor };
  }

  async function describeUsage() {
    const [{ data }, account] = await Promise.all([api.getAccountUsage({ days: 1 }), api.getAccount()]);
    const { images: count, hasMoreImages } = account.data.summary;
    const renders = data.days.at(-1)?.renders ?? 0;
    const { rendersPerDay } = data;
    const rendersText =
      rendersPerDay === null
        ? formatCount(renders, "render")
        : `${formatNumber(renders)} of ${formatCount(rendersPerDay, "render")}`;
    const countText =
      count === null ? "" : `${hasMoreImages ? "More than " : ""}${formatCount(count, "image")}. `;
    return `${countText}${rendersText} today (UTC).`;
  }

  async function deleteAndRemove(deleted: AccountImage) {
    if (!(await deleteImage(deleted))) return;
    const shown = images.data.value;
    if (shown) images.set({ ...shown, items: shown.items.filter((image) => image.id !== deleted.id) });
    void usage.load();
  }

  function describeStatus() {
    const q = query.value.trim();
    if (images.error.value !== undefined) return "";
    if (searched.value !== q) return "Searching…";
    const count = images.data.value?.items.length;
    if (count === undefined) return "Loading…";
    if (count > 0) return `${formatCount(count, "image")} shown.`;
    return q === "" ? "You have no images yet. Create one in the playground." : `No image contains “${q}”.`;
  }

  return (
    <Page title="Images">
      <p class="lead">
        All images of your account, newest first. Their links keep working until you delete them.
      </p>
      <div class="row between image-tools">
        <div class="image-search" role="search">
          <TextField
            label="Search images"
            name="q"
            type="search"
            autocomplete="off"
            maxLength={200}
            placeholder="Search by text, template or image ID"
            onText={(text) => {
              query.value = text;
              clearTimeout(timer.current);
              timer.current = setTimeout(() => void images.load(), debounceMs);
            }}
          />
        </div>
        <p class="hint">{usage.data.value}</p>
      </div>
      <PagedList pages={images} more="Show more images">
        {(items) => (
          <ul class="grid image-list" aria-labelledby={titleId}>
            {items.map((image) => (
              <ImageItem
                key={image.id}
                image={image}
                templateName={templates.data.value?.get(image.template) ?? image.template}
                onDelete={() => deleteAndRemove(image)}
              />
            ))}
          </ul>
        )}
      </PagedList>
      <p class={`hint ${images.data.value?.items.length === 0 ? "empty" : ""}`} role="status">
        {describeStatus()}
      </p>
    </Page>
  );
}
