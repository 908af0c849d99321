import { fileURLToPath } from "node:url";
import { readGatewaySettings } from "@placard/runtime";
import { describeFeatures } from "../../dist/docs/document.js";
import { createFeatures } from "../../dist/features.js";

/** Stands for the connections and metrics, which a gateway only uses when it handles requests. */
const unused: object = new Proxy(() => unused, {
  get: (_target, name) => (name === "then" ? undefined : name === Symbol.toPrimitive ? () => 0 : unused),
  apply: () => unused,
});
const settings = readGatewaySettings({
  PUBLIC_URL: "https://og.example.com",
  REDIS_URL: "redis://localhost",
  JWT_SECRET: "x".repeat(32),
});
const platform = new Proxy(
  { settings, now: Date.now },
  {
    get: (known, name) => Reflect.get(known, name) ?? unused,
  },
) as unknown as Parameters<typeof createFeatures>[0];

/** Creates the OpenAPI document of a gateway, whose features are constructed without connections. */
export async function createApiDocument() {
  const { all } = await createFeatures(platform, {
    isStopping: () => false,
    consoleDirectory: fileURLToPath(new URL("../../../console/dist/public", import.meta.url)),
  });
  return describeFeatures(all, settings.PUBLIC_URL);
}
