import assert from "node:assert/strict";
import {
  errorCodes,
  outputOptions,
  type GenerateRequest,
  type Recipe,
  type RenderedImage,
} from "@placard/contracts";
import { templates, type TemplateId } from "@placard/templates";
import type {
  createClient,
  GeneratedImage,
  ImageOptions,
  PlacardClient,
  ServerErrorCode,
  signLink,
  TemplateData,
} from "./index.ts";

/** Fails to compile where `From` is not assignable to `To`. */
type Fits<From extends To, To> = From;
type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

/** By field of a template, whether a card must have it: wrong ones, and missing ones, fail to compile. */
type Fields<Data> = { [Name in keyof Required<Data>]: object extends Pick<Data, Name> ? "may" : "must" };

declare module "./index.ts" {
  interface TemplateData {
    /** What somebody adds who has a template of their own. */
    recipe: { dish: string };
  }
}

// What the gateway takes and gives, against what the client says of it. Fields that a server adds do no harm.
type Agreements = [
  Fits<Required<Defined<ImageOptions>>, Omit<Recipe, "template" | "data"> & Pick<GenerateRequest, "cache">>,
  Fits<RenderedImage, Omit<GeneratedImage, "url">>,
  Fits<TemplateId, keyof TemplateData>,
];

describe("the client's types", () => {
  it("know every template's fields, and which of them a card must have", () => {
    const fields: { [Id in TemplateId]: Fields<TemplateData[Id]> } = {
      blog: {
        title: "must",
        description: "may",
        author: "may",
        date: "may",
        readTime: "may",
        category: "may",
      },
      product: { name: "must", tagline: "may", price: "may", badge: "may", image: "may" },
      event: { title: "must", date: "must", time: "may", location: "may", host: "may" },
    };
    const schemas = Object.values(templates).map(({ id, data }) => {
      const { properties, required = [] } = data as { properties: object; required?: string[] };
      const names = Object.keys(properties);
      return [id, Object.fromEntries(names.map((name) => [name, required.includes(name) ? "must" : "may"]))];
    });
    assert.deepEqual(fields, Object.fromEntries(schemas));
  });

  it("know every option", () => {
    const known: Record<keyof ImageOptions, true> = {
      width: true,
      height: true,
      format: true,
      quality: true,
      cache: true,
    };
    assert.deepEqual(Object.keys(outputOptions.properties).sort(), Object.keys(known).sort());
  });

  it("know every code of the server's errors", () => {
    const known: Record<ServerErrorCode, true> = {
      bad_request: true,
      invalid_json: true,
      validation_failed: true,
      unknown_template: true,
      unauthorized: true,
      authentication_failed: true,
      forbidden: true,
      not_found: true,
      method_not_allowed: true,
      email_taken: true,
      last_passkey: true,
      payload_too_large: true,
      unsupported_media_type: true,
      rate_limited: true,
      internal_error: true,
      render_failed: true,
      overloaded: true,
      unavailable: true,
      render_timeout: true,
    };
    const unknown = Object.keys(errorCodes).filter((code) => !Object.hasOwn(known, code));
    assert.deepEqual(unknown, []);
  });

  it("hold data to its template, and leave templates they don't know open", () => {
    // Compiled, never run.
    void ((_: Agreements) => undefined);
    void ((client: PlacardClient, sign: typeof signLink, make: typeof createClient, name: string) => {
      const link = { baseUrl: "", kid: "", secret: "", format: "png" } as const;
      void client.generate({ template: "blog", data: { title: "t", author: undefined } });
      void client.generate({ template: "recipe", data: { dish: "d" } });
      void client.generate({ template: "another", data: { anything: "a" } });
      void client.generate({ template: name, data: { anything: "a" } });
      void client.generateBatch([
        { template: "blog", data: { title: "t" } },
        { template: "event", data: { title: "t", date: "d" }, options: { format: "webp" } },
      ]);
      const posts = ["a", "b"].map((title) => ({ template: "blog", data: { title } }) as const);
      void client.generateBatch(posts);
      void sign({ ...link, template: "event", data: { title: "t", date: "d" } });
      void make({ baseUrl: "", key: () => undefined, fetch: globalThis.fetch, retries: { limit: 1 } });
      // @ts-expect-error: a misspelt field
      void client.generate({ template: "blog", data: { titel: "t" } });
      // @ts-expect-error: a field that is missing
      void client.generate({ template: "event", data: { title: "t" } });
      // @ts-expect-error: a field that is missing of a template that was added
      void client.generate({ template: "recipe", data: {} });
      // @ts-expect-error: another template's field
      void client.generateBatch([{ template: "blog", data: { title: "t", price: "p" } }]);
      // @ts-expect-error: a number
      void client.generate({ template: "another", data: { anything: 1 } });
      // @ts-expect-error: no such format
      void client.generate({ template: "blog", data: { title: "t" }, options: { format: "gif" } });
      // @ts-expect-error: links have no cache option
      void sign({ ...link, template: "blog", data: { title: "t" }, options: { cache: false } });
    });
  });
});
