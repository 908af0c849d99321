import type { Site } from "@placard/client";
import { cardTag, imagePropertyTags, metaTag } from "@placard/contracts/image-tags";
import { useSignal } from "@preact/signals";
import { useConsole } from "../app/console.ts";
import { withScheme } from "../page-check/page-check-page.tsx";
import { CopyRow } from "../components/buttons.tsx";
import { FieldError } from "../components/field-errors.ts";
import { TextField } from "../components/fields.tsx";
import { Form, type FormValues } from "../components/form.tsx";

/** The image of a page's card, as docs/sites.md describes it. */
const cardImage = { width: 1200, height: 630, format: "png" };

/** The card of any page of a verified site, and the tags of that page. */
export function PageTags({ site: { id, domain, imageUrl } }: { site: Site }) {
  const { baseUrl } = useConsole();
  const path = useSignal("/");
  const isShown = useSignal(false);
  const tags = [
    metaTag("og:image", `${imageUrl}${path.value}.png`),
    ...imagePropertyTags(cardImage),
    cardTag,
  ];

  function show({ texts: { page = "" } }: FormValues) {
    const entered = pathOf(page, domain);
    if (entered === undefined) throw new FieldError("page", `Enter the address of a page of ${domain}.`);
    path.value = entered;
    isShown.value = true;
    return Promise.resolve();
  }

  return (
    <div class="details">
      <Form class="inline-form" label={`Card of a page of ${domain}`} onSubmit={show}>
        <TextField
          label="Page"
          name="page"
          what="the address of a page"
          autocomplete="off"
          spellcheck={false}
          maxLength={2048}
          placeholder="/blog/my-post"
          required
        />
        <button type="submit" class="secondary">
          Show its card
        </button>
      </Form>
      {isShown.value && (
        <img
          class="site-card"
          src={`${baseUrl}/og/page/${id}${path.value}.png`}
          alt={`The card of ${domain}${path.value}`}
          width={cardImage.width}
          height={cardImage.height}
        />
      )}
      <p>
        {isShown.value ? "The tags of this page." : "The tags of the start page."} In a template of your site,
        use its variable for the path.{" "}
        <a href="docs/sites#platforms">Tags for WordPress, Ghost, Hugo and others</a>
      </p>
      <CopyRow text={tags.join("\n")} what="HTML" name={`Copy the HTML for ${domain}`} />
    </div>
  );
}

/** The path in the address of a page, which may be a path alone; undefined for a page of another site. */
function pathOf(text: string, domain: string): string | undefined {
  const entered = text.trim();
  const address = entered.startsWith("/") ? `https://${domain}${entered}` : withScheme(entered);
  const url = URL.parse(address);
  return url?.host === domain ? url.pathname : undefined;
}

/** The host in an address that was entered as a domain; other texts as they are. */
export function domainOf(text: string): string {
  return URL.parse(withScheme(text.trim()))?.host ?? text;
}
