import { isShownLarge } from "@placard/contracts/image-limits";
import { useSignal } from "@preact/signals";
import type { RenderResult } from "../card-form/card-form.ts";
import { dataUrlOf } from "../components/data-url.ts";
import { Fold } from "../components/page.tsx";
import { LinkPreview, serviceNames } from "../link-previews/link-preview.tsx";
import { pageTextOf } from "./snippet-texts.ts";

const domain = "example.com";
const address = `https://${domain}/`;

/** How many services are shown at first. */
const defaultCount = 3;

/** A card as social networks and messengers show it. */
export function SocialPreviews({ result: { card, request } }: { result: RenderResult }) {
  const source = dataUrlOf(card);
  const page = { domain, address, ...pageTextOf(request.data) };
  const kindOn = (service: string) => (isShownLarge(service, card) ? "large" : "small");
  const areAllShown = useSignal(false);
  const shownNames = areAllShown.value ? serviceNames : serviceNames.slice(0, defaultCount);
  return (
    <Fold title="Link previews">
      <p class="hint">Approximate: each service crops images to about 1.91:1 and may change its layout.</p>
      <div class="grid social-previews">
        {shownNames.map((service) => (
          <LinkPreview
            service={service}
            card={{ ...page, kind: kindOn(service), image: <img src={source} alt="" /> }}
          />
        ))}
      </div>
      {!areAllShown.value && (
        <button type="button" class="secondary" onClick={() => (areAllShown.value = true)}>
          Show all {serviceNames.length} services
        </button>
      )}
    </Fold>
  );
}
