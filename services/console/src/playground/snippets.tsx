import type { GeneratedImages } from "@placard/client";
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useConsole } from "../app/console.ts";
import { hasSize, type CardRequest, type Size } from "../card-form/card-data.ts";
import type { RenderResult } from "../card-form/card-form.ts";
import { sizes } from "../card-form/output-fields.tsx";
import { ActionButton, CopyButton } from "../components/buttons.tsx";
import { Choice } from "../components/choice.tsx";
import { Checkbox, SelectField } from "../components/fields.tsx";
import { Fold } from "../components/page.tsx";
import { LinkBuilder } from "./link-builder.tsx";
import { CodeBlock, SigningHint, SiteFiles } from "./site-files.tsx";
import { signedLinkCode, signedLinkLanguages, type SignedLinkLanguage } from "./signed-link-code.ts";
import {
  curlCommand,
  imageTags,
  linkParametersOf,
  metaTags,
  pageTags,
  pageTextOf,
  typeScriptCode,
} from "./snippet-texts.ts";
import { UnreachableNotice } from "./unreachable-notice.tsx";

const kinds = {
  meta: "Meta tags",
  site: "Your site",
  link: "Signed link",
  curl: "curl",
  typescript: "TypeScript",
} as const;

type Kind = keyof typeof kinds;

const kindNames = Object.entries(kinds) as [Kind, string][];

/**
 * The code for a card, and the choice of its kind.
 * @param image undefined if the card has not been stored
 * @param otherSizes the other sizes for which the user wants tags
 * @param create stores the card as an image, in all sizes
 */
export function Snippets({
  result: { card, request },
  image,
  otherSizes,
  create,
}: {
  result: RenderResult;
  image: GeneratedImages | undefined;
  otherSizes: Signal<readonly Size[]>;
  create: () => Promise<void>;
}) {
  const { baseUrl } = useConsole();
  const kind = useSignal<Kind>("meta");
  const language = useSignal<SignedLinkLanguage>("javascript");
  const page = pageTextOf(request.data);
  const file = `${request.template}.${request.options?.format ?? "png"}`;
  const lists = Object.keys(request.data).filter((name) => Array.isArray(request.data[name]));
  const codes: Record<Kind, () => string | undefined> = {
    meta: () => image && metaTags(image, page),
    site: () => undefined,
    link() {
      const tags = { tagsBefore: pageTags(page), tagsAfter: imageTags(card, page) };
      return signedLinkCode(language.value, {
        baseUrl,
        file,
        parameters: linkParametersOf(request),
        ...tags,
      });
    },
    curl: () => curlCommand(request, baseUrl),
    typescript: () => typeScriptCode(request, baseUrl),
  };
  const code = codes[kind.value]();
  const keyHint = (
    <>
      The code reads an API key from <code>PLACARD_KEY</code>: <a href="#/keys">create one</a>.
    </>
  );
  const hints: Partial<Record<Kind, ComponentChildren>> = {
    meta: image ? (
      <>
        Put the tags into the head of your page, and replace the <code>og:url</code>.
      </>
    ) : (
      "The tags contain the URL of the image, which does not exist yet."
    ),
    link: <SigningHint lists={lists} />,
    curl: keyHint,
    typescript: keyHint,
  };
  return (
    <Fold title="Code" class="card snippets">
      <fieldset>
        <legend class="visually-hidden">Snippet</legend>
        <Choice
          look="segments wrap"
          name="snippet"
          options={kindNames}
          selected={kind.value}
          onSelect={(next) => (kind.value = next)}
        />
      </fieldset>
      {kind.value === "link" && <LinkBuilder request={request} />}
      {kind.value === "link" && (
        <SelectField
          label="Language"
          name="language"
          options={Object.entries(signedLinkLanguages)}
          value={language.value}
          onText={(name) => (language.value = name as SignedLinkLanguage)}
        />
      )}
      {kind.value === "meta" && <SizeChoice request={request} chosen={otherSizes} />}
      <UnreachableNotice url={kind.value === "meta" && image ? image.url : baseUrl} />
      {kind.value === "site" && (
        <SiteFiles
          file={file}
          width={card.width}
          height={card.height}
          fields={Object.keys(request.data)}
          hasLists={lists.length > 0}
          options={linkParametersOf({ ...request, data: {} })}
        />
      )}
      {code !== undefined && <CodeBlock name={kinds[kind.value]} code={code} />}
      {kind.value !== "site" && <p class="hint">{hints[kind.value]}</p>}
      <div class="buttons">
        {kind.value === "meta" && !image && (
          <ActionButton onAction={create}>Create image URL for the tags</ActionButton>
        )}
        {code !== undefined && (
          <CopyButton look="secondary" text={code} what="snippet">
            Copy snippet
          </CopyButton>
        )}
      </div>
    </Fold>
  );
}

/** The choice of other sizes for which a page has tags. */
function SizeChoice({ request, chosen }: { request: CardRequest; chosen: Signal<readonly Size[]> }) {
  return (
    <fieldset class="row size-choice">
      <legend>Also create</legend>
      {sizes
        .filter((size) => !hasSize(request, size))
        .map((size) => (
          <Checkbox
            key={size.label}
            checked={chosen.value.includes(size)}
            onChange={() => {
              const others = chosen.value.filter((each) => each !== size);
              chosen.value = others.length < chosen.value.length ? others : [...others, size];
            }}
          >
            {size.label}
          </Checkbox>
        ))}
    </fieldset>
  );
}
