import type { PlacardClient, TemplateDocument } from "@placard/client";
import { samplesOf } from "@placard/templates/samples";

type SampleData = Readonly<Record<string, unknown>>;

/** The first samples of templates. They belong to the account, because published templates do. */
export function createSampleCache(client: PlacardClient) {
  const loaded = new Map<string, Promise<SampleData>>();

  async function keep(key: string, fetchSample: () => Promise<SampleData>): Promise<SampleData> {
    const loading = loaded.get(key) ?? fetchSample();
    loaded.set(key, loading);
    try {
      return await loading;
    } catch {
      loaded.delete(key);
      return {};
    }
  }

  const load = (id: string) => keep(id, async () => sampleIn((await client.getTemplate(id)).data.document));
  const loadOfStartingPoint = (id: string) =>
    keep(`starting point ${id}`, async () => {
      const { startingPoints } = (await client.listStartingPoints()).data;
      return sampleIn(startingPoints.find(({ template }) => template["id"] === id));
    });
  return {
    /**
     * Of a published template.
     * @returns an empty object if the sample can't be loaded: the form then starts empty
     */
    load,
    /** Of a starting point, with a photo if it shows one. Empty if it can't be loaded. */
    loadOfStartingPoint,
    /** For a picture of a template: samples of built-in ones have no photos. */
    async loadForPicture(id: string): Promise<SampleData> {
      if (id !== "product") return load(id);
      const [sample, { photo }] = await Promise.all([load(id), loadOfStartingPoint("showcase")]);
      return { ...sample, image: photo };
    },
    /** Loads the samples again when they are needed, because a template may have been published. */
    invalidate: () => loaded.clear(),
  };
}

function sampleIn({ template }: Pick<TemplateDocument, "template"> = { template: {} }): SampleData {
  return samplesOf(template)[0]?.data ?? {};
}
