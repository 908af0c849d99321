import { nearestName } from "@placard/contracts/nearest-name";
import type { GeneratedImages, GenerateOptions, GenerateRequest, PlacardClient } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useAccount } from "../app/account.ts";
import { BrandSetup } from "../brand/brand-setup.tsx";
import { loadCardChoices, useAccountCardForm, type CardChoices } from "../card-form/account-card-form.ts";
import { hasSize, type CardData, type CardRequest, type Size } from "../card-form/card-data.ts";
import type { Draft } from "../card-form/drafts.ts";
import { writeOptions } from "../card-form/output-fields.tsx";
import { Workspace } from "../card-form/workspace.tsx";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { ImageLink } from "./image-link.tsx";
import { Snippets } from "./snippets.tsx";
import { SocialPreviews } from "./social-previews.tsx";

/** Where the playground keeps what was entered. */
const draftKey = "placard-playground-draft";

/**
 * The playground: without a template in its address, after the brand was set or skipped. An image behind the
 * template is what is entered at first. Changes of it are not kept.
 */
export function PlaygroundPage({ rest }: { rest: string }) {
  const [selectedId = "", imageId] = rest.split("/");
  return (
    <Page title="Playground">
      {rest === "" ? (
        <BrandSetup>
          <Playground selectedId="" />
        </BrandSetup>
      ) : (
        <Playground selectedId={selectedId} imageId={imageId} />
      )}
    </Page>
  );
}

function Playground({ selectedId, imageId }: { selectedId: string; imageId?: string | undefined }) {
  const { api } = useAccount();
  const loaded = useLoaded("your templates", async () => {
    const [choices, draft] = await Promise.all([
      loadCardChoices(api),
      imageId === undefined ? undefined : loadImage(api, imageId),
    ]);
    return { choices, draft };
  });
  return (
    <>
      <p class="lead">
        The preview is the card that your readers will see.{" "}
        <a href="#/templates">Design a card of your own</a>
      </p>
      <Loaded from={loaded}>{(entered) => <CardWorkspace {...entered} selectedId={selectedId} />}</Loaded>
    </>
  );
}

/** An image of the account as what was entered. */
async function loadImage(api: PlacardClient, id: string): Promise<Draft> {
  const { template, data, options } = (await api.getAccountImage(id)).data;
  return { template, data: { [template]: data as CardData }, output: writeOptions(options) };
}

/** Previews are not stored; an image is, when the user asks for its URL. */
function CardWorkspace({
  choices,
  draft,
  selectedId,
}: {
  choices: CardChoices;
  /** What is entered at first; undefined: what was entered last. */
  draft: Draft | undefined;
  selectedId: string;
}) {
  const { api } = useAccount();
  const otherSizes = useSignal<readonly Size[]>([]);
  const created = useSignal<{ image: GeneratedImages; request: CardRequest; sizes: readonly Size[] }>();
  const form = useAccountCardForm({ ...choices, selectedId, ...(draft ? { draft } : { draftKey }) });
  const result = form.rendered.value;
  const request = form.request.value;
  const isCurrent = created.value?.request === request && created.value?.sizes === otherSizes.value;
  const image = isCurrent ? created.value?.image : undefined;

  async function create() {
    if (!request) return;
    const sizes = otherSizes.value;
    const options = withSizes(request, sizes);
    try {
      const { data } = await api.generateImage({ ...request, options } as GenerateRequest<string>);
      created.value = { image: data, request, sizes };
    } catch (error) {
      if (!form.showFieldErrors(error)) throw error;
    }
  }

  return (
    <>
      {selectedId !== "" && <UnknownTemplate id={selectedId} choices={choices} />}
      <Workspace
        id="playground"
        form={form}
        results={
          result && (
            <>
              <Snippets result={result} image={image} otherSizes={otherSizes} create={create} />
              <SocialPreviews result={result} />
            </>
          )
        }
      >
        <ImageLink result={result} image={image} create={create} />
      </Workspace>
    </>
  );
}

/** Shown if the address names no template. */
function UnknownTemplate({ id, choices: { templates } }: { id: string; choices: CardChoices }) {
  const ids = templates.map((template) => template.id);
  if (ids.includes(id)) return null;
  const nearest = nearestName(id, ids);
  return (
    <p class="notice">
      Unknown template <code>{id}</code>.
      {nearest !== undefined && (
        <>
          {" "}
          Did you mean <a href={`#/playground/${nearest}`}>{nearest}</a>?
        </>
      )}
    </p>
  );
}

/** The options for images of several sizes; the card's size is the first. */
function withSizes(request: CardRequest, sizes: readonly Size[]): GenerateOptions {
  const { width = 1200, height = 630, ...rest } = request.options ?? {};
  const others = sizes.filter((size) => !hasSize(request, size));
  if (others.length === 0) return request.options ?? {};
  const pixels = [{ width, height }, ...others].map((size) => ({ width: size.width, height: size.height }));
  return { ...rest, sizes: pixels };
}
