import { isShownLarge } from "@placard/contracts/image-limits";
import type { RenderResult } from "../card-form/card-form.ts";
import { dataUrlOf } from "../components/data-url.ts";
import { Fold } from "../components/page.tsx";
import { LinkPreview, serviceNames } from "../link-previews/link-preview.tsx";
import { pageTextOf } from "./snippet-texts.ts";

const domain = "example.com";
const address = `https://${domain}/`;

/** A card as social networks and messengers show it. */
export function SocialPreviews({ result: { card, request } }: { result: RenderResult }) {
  const source = dataUrlOf(card);
  const page = { domain, address, ...pageTextOf(request.data) };
  const kindOn = (service: string) => (isShownLarge(service, card) ? "large" : "small");
  return (
    <Fold title="Link previews">
      <p class="hint">Approximate: each service crops images to about 1.91:1 and may change its layout.</p>
      <div class="grid social-previews">
        {serviceNames.map((service) => (
          <LinkPreview
            service={service}
            card={{ ...page, kind: kindOn(service), image: <img src={source} alt="" /> }}
          />
        ))}
      </div>
    </Fold>
  );
}
