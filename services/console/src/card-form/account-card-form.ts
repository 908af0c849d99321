import type { PlacardClient } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { useCardForm, type CardForm, type CardFormSettings } from "./card-form.ts";

/** What an account can choose from in the form of a card. */
export type CardChoices = Required<Pick<CardFormSettings, "templates" | "brands">>;

export async function loadCardChoices(api: PlacardClient): Promise<CardChoices> {
  const [templates, brands] = await Promise.all([api.listTemplates(), api.listBrands()]);
  return { templates: templates.data.templates, brands: brands.data.brands.map(({ name }) => name) };
}

/** Creates the state of a form with the templates and brands of the account. */
export function useAccountCardForm(
  settings: CardChoices & Pick<CardFormSettings, "selectedId" | "draft" | "draftKey">,
): CardForm {
  const { client } = useConsole();
  const { samples, uploadImage } = useAccount();
  return useCardForm({
    ...settings,
    loadExample: samples.load,
    upload: uploadImage,
    render: async (request, signal) => (await client.previewTemplate(request, { signal })).data,
  });
}
