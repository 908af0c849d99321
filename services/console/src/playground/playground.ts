import type { GeneratedImages, GenerateOptions, GenerateRequest } from "@placard/client";
import { load } from "../actions.ts";
import type { CardData } from "../card-form/data-form.ts";
import type { RenderedCard } from "../card-form/preview-frame.ts";
import { createWorkspace, type CardRequest } from "../card-form/workspace.ts";
import { createElement, getElement } from "../elements.ts";
import { onOpen } from "../router.ts";
import { account, accountWithoutDialogs, baseUrl } from "../session.ts";
import { loadSample } from "../templates/load-sample.ts";
import { createImageLink } from "./image-link.ts";
import { pageTextOf } from "./page-text.ts";
import type { Size } from "./size-choice.ts";
import { createSnippets } from "./snippets.ts";
import { createSocialPreviews } from "./social-previews.ts";

/**
 * Sets up the playground, where the user tries out the templates. Previews are not stored; an image is, when the user asks for
 * its URL.
 * @returns `reload` loads the account's templates and brands again; `clear` removes the user's data from the page
 */
export function setUpPlayground(): { reload: () => void; clear: () => void } {
  let rendered: { card: RenderedCard; request: CardRequest } | undefined;
  let image: GeneratedImages | undefined;

  const imageLink = createImageLink(createImage);
  const snippets = createSnippets(baseUrl, createImage, () => {
    image = undefined;
    imageLink.showImage(undefined);
    showSnippets();
  });
  const socialPreviews = createSocialPreviews();
  const results = createElement("div", { className: "results", hidden: true });
  results.append(snippets.element, socialPreviews.element);
  const workspace = createWorkspace({
    id: "playground",
    draftKey: "placard-playground-draft",
    loadExample: async (template) => (await loadSample(template)) as CardData,
    async render(request, signal) {
      const { data } = await accountWithoutDialogs.previewTemplate(request, { signal });
      return data;
    },
    onChange() {
      image = undefined;
      imageLink.showImage(undefined);
    },
    onRendered(card, request) {
      rendered = { card, request };
      results.hidden = false;
      imageLink.showCard(card, `${request.template}.${card.format}`);
      socialPreviews.show(card, pageTextOf(request.data));
      showSnippets();
    },
    actions: [imageLink.element],
  });
  getElement("playground-content").replaceChildren(workspace.element, results);
  onOpen("playground", (template) => void load(() => open(template)));

  async function createImage() {
    const request = workspace.readRequest();
    try {
      const options = withSizes(request.options, snippets.readOtherSizes());
      const { data } = await account.generateImage({ ...request, options } as GenerateRequest<string>);
      image = data;
    } catch (error) {
      if (!workspace.showFieldErrors(error)) throw error;
    }
    imageLink.showImage(image);
    showSnippets();
  }

  function showSnippets() {
    if (rendered) snippets.show(rendered.card, rendered.request, image);
  }

  /** @param template "" keeps the one that was selected before */
  async function open(template: string) {
    const [templates, brands] = await Promise.all([account.listTemplates(), account.listBrands()]);
    workspace.showBrands(brands.data.brands.map(({ name }) => name));
    workspace.showTemplates(templates.data.templates, template || undefined);
  }

  return {
    reload: () => void load(() => open("")),
    clear() {
      workspace.clear();
      results.hidden = true;
      rendered = image = undefined;
      imageLink.showImage(undefined);
    },
  };
}

/** The options for images of several sizes, of which that of the card is the first. */
function withSizes(options: CardRequest["options"] = {}, others: readonly Size[]): GenerateOptions {
  if (others.length === 0) return options;
  const { width = 1200, height = 630, ...rest } = options;
  return { ...rest, sizes: [{ width, height }, ...others] };
}
