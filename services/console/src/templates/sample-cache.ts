import type { PlacardClient } from "@placard/client";
import { samplesOf } from "@placard/templates/samples";

type SampleData = Readonly<Record<string, unknown>>;

/** The first samples of published templates. They belong to the account, because templates do. */
export function createSampleCache(client: PlacardClient) {
  const loaded = new Map<string, Promise<SampleData>>();

  async function fetchSample(id: string): Promise<SampleData> {
    const { data } = await client.getTemplate(id);
    return samplesOf(data.document.template)[0]?.data ?? {};
  }

  return {
    /** @returns an empty object if the sample can't be loaded: the form then starts empty */
    async load(id: string): Promise<SampleData> {
      const loading = loaded.get(id) ?? fetchSample(id);
      loaded.set(id, loading);
      try {
        return await loading;
      } catch {
        loaded.delete(id);
        return {};
      }
    },
    /** Loads the samples again when they are needed, because a template may have been published. */
    invalidate: () => loaded.clear(),
  };
}
