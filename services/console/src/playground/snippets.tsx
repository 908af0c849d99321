import type { GeneratedImages } from "@placard/client";
import { type Signal, useSignal } from "@preact/signals";
import { useConsole } from "../app/console.ts";
import { hasSize, type CardRequest, type Size } from "../card-form/card-data.ts";
import type { RenderResult } from "../card-form/card-form.ts";
import { sizes } from "../card-form/output-fields.tsx";
import { ActionButton, CopyButton } from "../components/buttons.tsx";
import { Choice } from "../components/choice.tsx";
import { Checkbox } from "../components/fields.tsx";
import { LinkBuilder } from "./link-builder.tsx";
import { pageTextOf } from "./page-text.ts";
import { frameworks, siteCode, type Framework, type SiteFile } from "./site-code.ts";
import { signedLinkCode, signedLinkLanguages, type SignedLinkLanguage } from "./signed-link-code.ts";
import {
  curlCommand,
  imageTags,
  linkParametersOf,
  metaTags,
  pageTags,
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
  const framework = useSignal<Framework>("nextjs");
  const page = pageTextOf(request.data);
  const file = `${request.template}.${request.options?.format ?? "png"}`;
  const codes: Record<Kind, () => readonly SiteFile[]> = {
    meta: () => (image ? [{ name: kinds.meta, code: metaTags(image, page) }] : []),
    site() {
      const fields = Object.keys(linkParametersOf({ ...request, options: {} }));
      const options = linkParametersOf({ ...request, data: {} });
      const { width, height } = card;
      return siteCode(framework.value, { baseUrl, file, width, height, fields, options });
    },
    link() {
      const parameters = linkParametersOf(request);
      const tags = { tagsBefore: pageTags(page), tagsAfter: imageTags(card, page) };
      return [
        { name: kinds.link, code: signedLinkCode(language.value, { baseUrl, file, parameters, ...tags }) },
      ];
    },
    curl: () => [{ name: kinds.curl, code: curlCommand(request, baseUrl) }],
    typescript: () => [{ name: kinds.typescript, code: typeScriptCode(request, baseUrl) }],
  };
  const files = codes[kind.value]();
  return (
    <section class="card snippets" aria-labelledby="snippets-title">
      <h2 id="snippets-title">Code</h2>
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
      {kind.value === "link" && <CodeChoice label="Language" names={signedLinkLanguages} chosen={language} />}
      {kind.value === "site" && <CodeChoice label="Framework" names={frameworks} chosen={framework} />}
      {kind.value === "meta" && <SizeChoice request={request} chosen={otherSizes} />}
      <UnreachableNotice url={kind.value === "meta" && image ? image.url : baseUrl} />
      {files.map(({ name, code }) => (
        <>
          {files.length > 1 && <h3 class="snippet-file">{name}</h3>}
          <pre class="snippet" tabIndex={0} role="region" aria-label={name}>
            <code>{code}</code>
          </pre>
          {files.length > 1 && (
            <div class="buttons">
              <CopyButton look="secondary" name={`Copy ${name}`} text={code} what="file">
                Copy file
              </CopyButton>
            </div>
          )}
        </>
      ))}
      <p class="hint">
        <Hint kind={kind.value} hasImage={image !== undefined} request={request} />
      </p>
      <div class="buttons">
        {files.length === 0 && <ActionButton onAction={create}>Create image URL for the tags</ActionButton>}
        {files.length === 1 && (
          <CopyButton look="secondary" text={files[0]!.code} what="snippet">
            Copy snippet
          </CopyButton>
        )}
      </div>
    </section>
  );
}

/** The choice of the language or the framework of the code. */
function CodeChoice<Name extends string>({
  label,
  names,
  chosen,
}: {
  label: string;
  names: Readonly<Record<Name, string>>;
  chosen: Signal<Name>;
}) {
  return (
    <div class="snippet-language">
      <label for="snippet-language">{label}</label>
      <select
        id="snippet-language"
        value={chosen.value}
        onInput={({ currentTarget }) => (chosen.value = currentTarget.value as Name)}
      >
        {Object.entries<string>(names).map(([value, name]) => (
          <option value={value}>{name}</option>
        ))}
      </select>
    </div>
  );
}

/** The choice of other sizes for which a page has tags. */
function SizeChoice({ request, chosen }: { request: CardRequest; chosen: Signal<readonly Size[]> }) {
  return (
    <fieldset class="size-choice">
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

function Hint({ kind, hasImage, request }: { kind: Kind; hasImage: boolean; request: CardRequest }) {
  if (kind === "meta" && !hasImage)
    return <>The tags contain the URL of the image, which does not exist yet.</>;
  if (kind === "meta")
    return (
      <>
        Put the tags into the head of your page, and replace the <code>og:url</code>.
      </>
    );
  if (kind === "curl" || kind === "typescript")
    return (
      <>
        The code reads an API key from <code>PLACARD_KEY</code>: <a href="#/keys">create one</a>.
      </>
    );
  const lists = Object.keys(request.data).filter((name) => Array.isArray(request.data[name]));
  return (
    <>
      Your site creates the URL itself, without a request to Placard and without a package. The code reads{" "}
      <code>PLACARD_KEY_ID</code> and <code>PLACARD_SECRET</code>:{" "}
      <a href="#/signing-keys">create a signing key</a>.
      {lists.length > 0 && (
        <>
          {" "}
          Readable links can't contain lists. Left out: {lists.join(", ")}. Short links can: see{" "}
          <a href="/docs/signed-links#short-links">the guide</a>.
        </>
      )}
    </>
  );
}
