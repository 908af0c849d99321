import type { RenderResult } from "../card-form/card-form.ts";
import { dataUrlOf } from "../components/data-url.ts";
import { LinkPreview, serviceNames } from "../link-previews/link-preview.tsx";
import { pageTextOf } from "./page-text.ts";

const domain = "example.com";
const address = `https://${domain}/`;

/** A card as social networks and messengers show it. */
export function SocialPreviews({ result: { card, request } }: { result: RenderResult }) {
  const source = dataUrlOf(card);
  const { title, description } = pageTextOf(request.data);
  return (
    <section aria-labelledby="social-previews-title">
      <h2 id="social-previews-title">Link previews</h2>
      <p class="hint">Approximate: each service crops images to about 1.91:1 and may change its layout.</p>
      <div class="grid social-previews">
        {serviceNames.map((service) => (
          <LinkPreview
            service={service}
            card={{ kind: "large", image: <img src={source} alt="" />, domain, address, title, description }}
          />
        ))}
      </div>
    </section>
  );
}
