import { resolve } from "node:path";
import {
  readGatewaySettings,
  readLauncherSettings,
  readRendererSettings,
  SettingsError,
  StartError,
} from "../../packages/runtime/dist/index.js";

/**
 * The launcher's settings. Validates the settings of the processes that it will start, too. DATA_DIR is
 * absolute. Throws StartError with every error in all of them.
 */
export function readSettings(env) {
  // The launcher provides these values; the validation needs placeholders.
  const provided = {
    REDIS_URL: env["REDIS_URL"] || "redis://127.0.0.1",
    JWT_SECRET: env["JWT_SECRET"] || "-".repeat(32),
  };
  const errors = new Set();
  const collect = (read) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error;
      for (const line of error.message.split("\n")) errors.add(line);
      return undefined;
    }
  };
  const settings = collect(() => readLauncherSettings(env));
  const gateway = collect(() => readGatewaySettings({ ...env, ...provided }));
  const renderer = collect(() => readRendererSettings({ ...env, ...provided }));
  if (!settings || !gateway || !renderer) throw new StartError([...errors].join("\n"));
  const stopTimeoutsMs = { gateway: gateway.stopTimeoutMs, renderer: renderer.stopTimeoutMs };
  return { ...settings, DATA_DIR: resolve(settings.DATA_DIR), stopTimeoutsMs };
}

/** The settings of a launcher that operator commands need, to check what really runs. */
export function operatorSettings({ PORT, HOST, ADMIN_PORT, ADMIN_HOST, PUBLIC_URL }) {
  return { PORT: `${PORT}`, HOST, ADMIN_PORT: `${ADMIN_PORT}`, ADMIN_HOST, PUBLIC_URL };
}
