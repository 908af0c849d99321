import assert from "node:assert/strict";
import {
  apiKeyScopes,
  errorCodes,
  outputOptions,
  type ImageMetadata,
  type ResolvedOptions,
} from "@placard/contracts";
import type {
  ApiKeyScope,
  createClient,
  GeneratedImage,
  ImageOptions,
  PlacardClient,
  ServerErrorCode,
  signLink,
} from "./index.ts";

/** Fails to compile unless `From` is assignable to `To`. */
type Fits<From extends To, To> = From;
type Defined<T> = { [Name in keyof T]: Exclude<T[Name], undefined> };

declare module "./index.ts" {
  interface TemplateData {
    /** An example of a user's own template. */
    recipe: { dish: string };
  }
}

// Compares the gateway's types with the client's. Additional response fields are compatible.
type CompatibilityChecks = [
  Fits<Required<Defined<Omit<ImageOptions, "scale">>>, Omit<ResolvedOptions, "scale">>,
  Fits<ImageMetadata, Omit<GeneratedImage, "url">>,
];

describe("the client's types", () => {
  it("have every output option", () => {
    const options: Record<keyof ImageOptions, true> = {
      width: true,
      height: true,
      scale: true,
      format: true,
      quality: true,
      maxBytes: true,
      brand: true,
      locale: true,
      cache: true,
    };
    assert.deepEqual(Object.keys(outputOptions.properties).sort(), Object.keys(options).sort());
  });

  it("have every scope of API keys", () => {
    const scopes: Record<ApiKeyScope, true> = {
      "images:write": true,
      "images:delete": true,
      "templates:write": true,
      "sites:write": true,
      "account:read": true,
    };
    assert.deepEqual(Object.keys(scopes), apiKeyScopes);
  });

  it("have every error code of the server", () => {
    const codes: Record<ServerErrorCode, true> = {
      bad_request: true,
      invalid_json: true,
      validation_failed: true,
      unknown_template: true,
      unauthorized: true,
      authentication_failed: true,
      forbidden: true,
      signup_closed: true,
      reauthentication_required: true,
      insufficient_scope: true,
      not_found: true,
      method_not_allowed: true,
      email_taken: true,
      last_passkey: true,
      asset_in_use: true,
      limit_reached: true,
      template_exists: true,
      template_archived: true,
      webhook_disabled: true,
      gone: true,
      payload_too_large: true,
      unsupported_media_type: true,
      rate_limited: true,
      quota_exceeded: true,
      internal_error: true,
      render_failed: true,
      overloaded: true,
      unavailable: true,
      render_timeout: true,
    };
    const missing = Object.keys(errorCodes).filter((code) => !Object.hasOwn(codes, code));
    assert.deepEqual(missing, []);
  });

  it("check data against its template, and accept any strings for other templates", () => {
    // Only compiled, never run.
    void ((_: CompatibilityChecks) => undefined);
    void ((client: PlacardClient, sign: typeof signLink, create: typeof createClient, name: string) => {
      const link = { baseUrl: "", kid: "", secret: "", format: "png" } as const;
      void client.generateImage({ template: "blog", data: { title: "t", author: undefined } });
      void client.generateImage({ template: "recipe", data: { dish: "d" } });
      void client.generateImage({ template: "another", data: { anything: "a" } });
      void client.generateImage({ template: "docs", data: { title: "t", product: "p" } });
      void client.generateImage({ template: "quote", data: { quote: "w" } });
      void client.generateImage({ template: name, data: { anything: "a" } });
      void client.generateImages([
        { template: "blog", data: { title: "t" } },
        { template: "event", data: { title: "t", date: "d" }, options: { format: "webp" } },
      ]);
      const posts = ["a", "b"].map((title) => ({ template: "blog", data: { title } }) as const);
      void client.generateImages(posts);
      void sign({ ...link, template: "event", data: { title: "t", date: "d" } });
      void create({ baseUrl: "", key: () => undefined, fetch: globalThis.fetch, retries: { limit: 1 } });
      // @ts-expect-error: misspelled field
      void client.generateImage({ template: "blog", data: { titel: "t" } });
      // @ts-expect-error: missing field
      void client.generateImage({ template: "event", data: { title: "t" } });
      // @ts-expect-error: missing field of a user's own template
      void client.generateImage({ template: "recipe", data: {} });
      // @ts-expect-error: field of another template
      void client.generateImages([{ template: "blog", data: { title: "t", price: "p" } }]);
      // @ts-expect-error: a number
      void client.generateImage({ template: "another", data: { anything: 1 } });
      // @ts-expect-error: unsupported format
      void client.generateImage({ template: "blog", data: { title: "t" }, options: { format: "gif" } });
      // @ts-expect-error: links have no cache option
      void sign({ ...link, template: "blog", data: { title: "t" }, options: { cache: false } });
    });
  });
});
