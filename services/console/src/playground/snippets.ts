import type { GeneratedImages } from "@placard/client";
import { onClick } from "../actions.ts";
import type { RenderedCard } from "../card-form/preview-frame.ts";
import type { CardRequest } from "../card-form/workspace.ts";
import { copyOnClick } from "../clipboard.ts";
import { createElement } from "../elements.ts";
import { createSizeChoice, type Size } from "./size-choice.ts";
import { unreachableText } from "./crawlers.ts";
import { pageTextOf } from "./page-text.ts";
import { signedLinkCode, signedLinkLanguages, type SignedLinkLanguage } from "./signed-link-code.ts";
import { curlCommand, imageTags, metaTags, pageTags, typeScriptCode } from "./snippet-texts.ts";

const kinds = {
  meta: "Meta tags",
  link: "Signed link",
  curl: "curl",
  typescript: "TypeScript",
} as const;

type Kind = keyof typeof kinds;

/** The code for a card. */
export interface Snippets {
  element: HTMLElement;
  /** @param image undefined if the card has not been stored */
  show: (card: RenderedCard, request: CardRequest, image: GeneratedImages | undefined) => void;
  /** The sizes for which the user wants tags besides that of the card. */
  readOtherSizes: () => Size[];
}

/**
 * Creates the code for a card, and the choice of its kind.
 * @param create stores the card as an image, in all sizes
 * @param onSizesChange called when the user has chosen other sizes
 */
export function createSnippets(
  baseUrl: string,
  create: () => Promise<void>,
  onSizesChange: () => void,
): Snippets {
  let kind: Kind = "meta";
  let shown: Parameters<Snippets["show"]> | undefined;
  const language = createElement(
    "select",
    { id: "snippet-language" },
    ...Object.entries(signedLinkLanguages).map(([value, name]) => createElement("option", { value }, name)),
  );
  const languageField = createElement(
    "div",
    { className: "snippet-language" },
    createElement("label", { htmlFor: language.id }, "Language"),
    language,
  );
  const sizes = createSizeChoice(onSizesChange);
  const warning = createElement("p", { className: "notice", hidden: true });
  const code = createElement("code", {});
  const text = createElement("pre", { className: "snippet", tabIndex: 0, role: "region" }, code);
  const hint = createElement("p", { className: "hint" });
  const copyButton = createElement("button", { className: "secondary", type: "button" }, "Copy snippet");
  const createButton = createElement("button", { type: "button" }, "Create image URL for the tags");
  copyOnClick(copyButton, () => code.textContent, "snippet");
  onClick(createButton, create);
  language.addEventListener("change", update);

  const choices = Object.entries(kinds).map(([value, name]) => {
    const input = createElement("input", { type: "radio", name: "snippet", value, checked: value === kind });
    input.addEventListener("change", () => {
      kind = value as Kind;
      update();
    });
    return createElement("label", {}, input, createElement("span", {}, name));
  });
  const element = createElement("section", {
    className: "card snippets",
    "aria-labelledby": "snippets-title",
  });
  element.append(
    createElement("h2", { id: "snippets-title" }, "Code"),
    createElement(
      "fieldset",
      {},
      createElement("legend", { className: "visually-hidden" }, "Snippet"),
      createElement("div", { className: "segments wrap" }, ...choices),
    ),
    languageField,
    sizes.element,
    warning,
    text,
    hint,
    createElement("div", { className: "buttons" }, copyButton, createButton),
  );

  function update() {
    if (!shown) return;
    const [card, request, image] = shown;
    languageField.hidden = kind !== "link";
    sizes.element.hidden = kind !== "meta";
    const { width = 1200, height = 630 } = request.options ?? {};
    sizes.showCard({ width, height });
    text.ariaLabel = kinds[kind];
    warning.textContent = unreachableText(kind === "meta" && image ? image.url : baseUrl) ?? "";
    warning.hidden = warning.textContent === "";
    const needsImage = kind === "meta" && image === undefined;
    text.hidden = copyButton.hidden = needsImage;
    createButton.hidden = !needsImage;
    code.textContent = codeOf(card, request, image);
    hint.replaceChildren(...hintOf(request));
  }

  function codeOf(card: RenderedCard, request: CardRequest, image: GeneratedImages | undefined): string {
    const page = pageTextOf(request.data);
    const codes: Record<Kind, () => string> = {
      meta: () => (image ? metaTags(image, page) : ""),
      link: () =>
        signedLinkCode(language.value as SignedLinkLanguage, {
          baseUrl,
          file: `${request.template}.${request.options?.format ?? "png"}`,
          parameters: linkParametersOf(request),
          tagsBefore: pageTags(page),
          tagsAfter: imageTags(card, page),
        }),
      curl: () => curlCommand(request, baseUrl),
      typescript: () => typeScriptCode(request, baseUrl),
    };
    return codes[kind]();
  }

  function hintOf(request: CardRequest): (Node | string)[] {
    const command = (name: string) => createElement("code", {}, name);
    const link = (href: string, label: string) => createElement("a", { href }, label);
    if (kind === "meta") {
      return shown?.[2]
        ? ["Put the tags into the head of your page, and replace the ", command("og:url"), "."]
        : ["The tags contain the URL of the image, which does not exist yet."];
    }
    if (kind !== "link") {
      const key = command("PLACARD_KEY");
      return ["The code reads an API key from ", key, ": ", link("#/keys", "create one"), "."];
    }
    const lists = Object.entries(request.data).filter(([, value]) => Array.isArray(value));
    const names = lists.map(([name]) => name).join(", ");
    return [
      "Your site creates the URL itself, without a request to Placard. The code reads ",
      command("PLACARD_KEY_ID"),
      " and ",
      command("PLACARD_SECRET"),
      ": ",
      link("#/signing-keys", "create a signing key"),
      ".",
      ...(names
        ? [
            ` Readable links can't contain lists. Left out: ${names}. Short links can: see `,
            link("/docs/signed-links#short-links", "the guide"),
            ".",
          ]
        : []),
    ];
  }

  return {
    element,
    readOtherSizes: sizes.read,
    show(...values) {
      shown = values;
      update();
    },
  };
}

/** The data fields and options of a signed link. Lists can't be part of a link. */
function linkParametersOf({ data, options = {} }: CardRequest): Record<string, string> {
  const { format: _, ...parameterOptions } = options;
  const parameters = { ...data, ...parameterOptions };
  const texts = Object.entries(parameters).filter(
    ([, value]) => typeof value === "string" || typeof value === "number",
  );
  // A lone surrogate can't be encoded as UTF-8.
  const wellFormed = (value: unknown) => String(value).replaceAll(/\p{Surrogate}/gu, "\ufffd");
  return Object.fromEntries(texts.map(([name, value]) => [name, wellFormed(value)]));
}
