import type { AccountImageDetails, PlacardClient } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { loadNames } from "../account/event-texts.ts";
import { titleOf, toLabel, type CardData } from "../card-form/card-data.ts";
import { isUploaded, UploadedImage } from "../card-form/uploaded-image.tsx";
import { formatLabel } from "../card-form/output-fields.tsx";
import { ActionButton, CopyButton } from "../components/buttons.tsx";
import { formatBytes } from "@placard/contracts/format-bytes";
import { Facts } from "../components/list.tsx";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { Card, Page } from "../components/page.tsx";
import { Time } from "../components/time.tsx";
import { useDeleteImage } from "./delete-image.tsx";
import { DownloadLink, localUrlOf } from "./download-link.tsx";
import { Problems } from "./image-problems.tsx";

/** Everything about an image of the account. */
export function ImagePage({ id }: { id: string }) {
  const { messages, router } = useConsole();
  const { api } = useAccount();
  const deleteImage = useDeleteImage();
  const image = useLoaded("the image", async () => (await api.getAccountImage(id)).data);

  async function renderAgain() {
    image.set((await api.renderAccountImage(id)).data);
    messages.show("The image was rendered again.");
  }

  return (
    <Page title={image.data.value ? titleOf(image.data.value.data as CardData) : "Image"}>
      <p class="lead">
        <a href="#/images">All images</a>
      </p>
      <Loaded from={image}>
        {(shown) => (
          <div class="grid image-page">
            <Picture image={shown} />
            <div>
              <ImageFacts api={api} image={shown} />
              <Problems image={shown} />
              <div class="buttons">
                <button
                  type="button"
                  class="small"
                  onClick={() => router.open(`playground/${shown.template}/${id}`)}
                >
                  Open in playground
                </button>
                <CopyButton look="secondary small" text={shown.url} what="link">
                  Copy link
                </CopyButton>
                <DownloadLink image={shown} />
                <ActionButton look="secondary small" onAction={renderAgain}>
                  Render again
                </ActionButton>
                <ActionButton
                  look="secondary small"
                  onAction={async () => {
                    if (await deleteImage(shown)) router.open("images");
                  }}
                >
                  Delete
                </ActionButton>
              </div>
            </div>
            <Card title="Data">
              <Data data={shown.data} />
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Picture({ image }: { image: AccountImageDetails }) {
  const { baseUrl } = useConsole();
  // Another address after each render: the browser may have the earlier image.
  const source = `${localUrlOf(baseUrl, image)}?${Date.parse(image.createdAt)}`;
  if (image.failure !== null && image.size === null) return <p class="hint">There is no image.</p>;
  return <img src={source} alt={`The image “${image.title}”`} width={image.width} height={image.height} />;
}

function ImageFacts({ api, image }: { api: PlacardClient; image: AccountImageDetails }) {
  const { brand, template, version, width, height, format, size, createdAt, keyId, requestId } = image;
  const names = useLoaded("the names of your keys", () => loadNames(api));
  const causedBy = keyId === null ? "the console" : (names.data.value?.get(keyId) ?? keyId);
  return (
    <>
      <Facts>
        {[
          `${template}, version ${version}`,
          brand !== null && `brand ${brand}`,
          `${width} × ${height} ${formatLabel(format)}`,
          size === null ? "not stored now: the next request renders it" : formatBytes(size),
        ]}
      </Facts>
      <Facts>
        {[
          <Time event="rendered" at={createdAt} />,
          requestId !== null && `by ${causedBy}`,
          requestId !== null && `request ${requestId}`,
        ]}
      </Facts>
    </>
  );
}

/** The data of a card: texts by field, and lists with their entries. */
function Data({ data }: { data: object }) {
  return (
    <dl class="image-data">
      {Object.entries(data).map(([name, value]) => (
        <div>
          <dt>{toLabel(name)}</dt>
          <dd dir="auto">
            {typeof value === "string" ? (
              <Value text={value} />
            ) : (
              <ul>
                {(value as (string | Record<string, string>)[]).map((entry) => (
                  <li class="facts">
                    {(typeof entry === "string" ? [entry] : Object.values(entry)).map((text) => (
                      <Value text={text} />
                    ))}
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A text of the data, or an uploaded image. */
function Value({ text }: { text: string }) {
  return <span class="row">{isUploaded(text) ? <UploadedImage value={text} /> : text}</span>;
}
