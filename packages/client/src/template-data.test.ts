import type { PlacardClient, signLink } from "./index.ts";

declare module "./index.ts" {
  interface TemplateData {
    /** An example of a user's own template. */
    recipe: { dish: string };
  }
}

describe("the types of template data", () => {
  it("check data against its template, and accept any strings for other templates", () => {
    // Only compiled, never run.
    void ((client: PlacardClient, sign: typeof signLink, name: string) => {
      const link = { baseUrl: "", kid: "", secret: "", format: "png" } as const;
      void client.generateImage({ template: "blog", data: { title: "t", author: undefined } });
      void client.generateImage({ template: "recipe", data: { dish: "d" } });
      void client.generateImage({ template: "another", data: { anything: "a" } });
      void client.generateImage({ template: name, data: { anything: "a" } });
      void client.generateImages([
        { template: "blog", data: { title: "t" } },
        { template: "event", data: { title: "t", date: "d" }, options: { format: "webp" } },
      ]);
      const posts = ["a", "b"].map((title) => ({ template: "blog", data: { title } }) as const);
      void client.generateImages(posts);
      void sign({ ...link, template: "event", data: { title: "t", date: "d" } });
      // @ts-expect-error: misspelled field
      void client.generateImage({ template: "blog", data: { titel: "t" } });
      // @ts-expect-error: missing field
      void client.generateImage({ template: "event", data: { title: "t" } });
      // @ts-expect-error: missing field of a user's own template
      void client.generateImage({ template: "recipe", data: {} });
      // @ts-expect-error: field of another template
      void client.generateImages([{ template: "blog", data: { title: "t", price: "p" } }]);
      // @ts-expect-error: unsupported format
      void client.generateImage({ template: "blog", data: { title: "t" }, options: { format: "gif" } });
      // @ts-expect-error: links have no cache option
      void sign({ ...link, template: "blog", data: { title: "t" }, options: { cache: false } });
    });
  });
});
