import { randomBytes } from "node:crypto";
import { cp, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { poll } from "@placard/testing";
import { root } from "../setup/command.mjs";
import { run } from "./command.mjs";

const name = "placard-test";
/** Of the loopback network, but not 127.0.0.1, where `npm start` may be listening. */
const address = "127.0.0.83";
const notCopied = new Set(["node_modules", "dist", "bundle", ".git", ".data", "coverage", ".env"]);

/** The files that name images. */
const imageFiles = ["docker-compose.yml", "services/gateway/Dockerfile", "services/renderer/Dockerfile"];

/**
 * Copies the repository, and creates an .env with new secrets, as docs/go-live.md describes it.
 * @param names the name to use of each image
 */
export async function createProject({ docker, env }, directory, names) {
  await cp(root, directory, {
    recursive: true,
    filter: (source) => source === root || !notCopied.has(basename(source)),
  });
  for (const file of imageFiles) {
    let text = readFileSync(join(directory, file), "utf8");
    for (const [image, used] of names) text = text.replaceAll(image, used);
    await writeFile(join(directory, file), text);
  }
  const secrets = [...readFileSync(join(root, ".env.example"), "utf8").matchAll(/^([A-Z0-9_]+)=$/gm)].map(
    ([, variable]) => `${variable}=${randomBytes(32).toString("hex")}`,
  );
  const settings = ["PUBLIC_URL=https://og.example.org", `PUBLISH_ADDRESS=${address}`, "RENDERERS=2"];
  await writeFile(join(directory, ".env"), [...secrets, ...settings, ""].join("\n"));

  const compose = (...args) =>
    run(["/usr/bin/docker-compose", "--project-name", name, ...args], { env, cwd: directory });

  /** All containers of a service, of all services by default. */
  async function containers(service) {
    const filters = ["--filter", `label=com.docker.compose.project=${name}`];
    if (service) filters.push("--filter", `label=com.docker.compose.service=${service}`);
    const ids = (await docker("ps", "--all", "--quiet", ...filters)).split("\n").filter(Boolean);
    return ids.length === 0 ? [] : JSON.parse(await docker("inspect", ...ids));
  }

  return {
    name,
    directory,
    /** Where the gateway is published. */
    url: `http://${address}:3000`,
    /** An API key, as soon as there is one. */
    key: "",
    env,
    docker,
    compose,
    containers,
    /** Runs a Redis command with the REDIS_URL of a container. */
    async redis({ Config }, ...command) {
      const [, url = ""] = /^REDIS_URL=(.*)$/m.exec(Config.Env.join("\n")) ?? [];
      const [server] = await containers("redis");
      return docker("exec", server.Id, "valkey-cli", "--no-auth-warning", "-u", url, ...command);
    },
    /** Runs a JavaScript module in a running container. */
    evaluate: ({ Id }, source) => docker("exec", Id, "node", "--input-type=module", "--eval", source),
    /** Runs `docker stop` or `docker start` with the containers of a service. */
    control: async (command, service) => docker(command, ...(await containers(service)).map(({ Id }) => Id)),
    /** Waits until the health checks of all services that keep running pass. */
    async waitUntilHealthy(timeoutMs) {
      const areHealthy = async () => {
        const all = (await containers()).filter(({ Config }) => serviceOf(Config) !== "bucket");
        const failing = all.filter(({ State }) => State.Health?.Status !== "healthy");
        if (failing.length > 0) throw new Error(failing.map(({ Name }) => Name).join(", "));
        return all.length > 0;
      };
      await poll("healthy containers", areHealthy, { timeoutMs, everyMs: 500 });
    },
  };
}

/** The name of a container's service in the Compose file. */
export function serviceOf({ Labels }) {
  return Labels["com.docker.compose.service"] ?? "";
}
