import { existsSync, readFileSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { root } from "../setup/command.mjs";
import { run } from "./command.mjs";

const pullTimeoutMs = 60_000;
const standIns = fileURLToPath(new URL("stand-ins/", import.meta.url));
/** Directories that Debian's slim images leave out. */
const documentation = ["usr/share/doc", "usr/share/info", "usr/share/locale", "usr/share/man"];
const certificates = "/etc/ssl/certs/ca-certificates.crt";

/** All images that the Dockerfiles and the Compose file start from, without Docker's empty one. */
export function baseImages() {
  const read = (file) => readFileSync(join(root, file), "utf8");
  const services = parse(read("docker-compose.yml"), { merge: true }).services;
  const pulled = Object.values(services).flatMap(({ image, build }) => (build ? [] : [image]));
  const stages = ["gateway", "renderer"].flatMap((service) =>
    [...read(`services/${service}/Dockerfile`).matchAll(/^FROM (\S+)/gm)].map(([, image = ""]) => image),
  );
  return [...new Set([...stages, ...pulled])].filter((image) => image !== "scratch");
}

/**
 * Pulls an image. If no registry can be reached, builds a stand-in from Debian's and npm's packages, under
 * the same name without the digest.
 * @param directory for temporary files
 * @returns the name to use
 */
export async function provideImage({ docker, env }, directory, image) {
  try {
    await run(["/usr/bin/docker", "pull", image], { env, timeoutMs: pullTimeoutMs });
    return image;
  } catch {
    const [tagged = ""] = image.split("@");
    const [name = "", tag = ""] = tagged.split(":");
    const standIn = ["node", "valkey", "seaweedfs"].find((each) => name.endsWith(each));
    if (standIn === undefined) throw new Error(`There is no stand-in for ${image}: pull failed.`);
    const debian = await provideDebian({ docker, directory });
    const context = join(directory, standIn);
    await mkdir(context);
    await cp(standIns, context, { recursive: true });
    await cp(join(root, "packages/testing/ceph.sh"), join(context, "ceph.sh"));
    if (standIn === "node") await installNode(context, /^\d+\.\d+\.\d+/.exec(tag)?.[0] ?? "");
    const [node = ""] =
      baseImages()
        .find((each) => each.startsWith("node:"))
        ?.split("@") ?? [];
    const args = ["--build-arg", `DEBIAN=${debian}`, "--build-arg", `NODE=${node}`];
    await docker("build", ...args, "-f", join(context, `${standIn}.Dockerfile`), "-t", tagged, context);
    await rm(context, { recursive: true });
    return tagged;
  }
}

/**
 * Imports a minimal Debian, unless it was imported already. It trusts the certificate authorities that this
 * machine trusts.
 */
async function provideDebian({ docker, directory }) {
  const image = "placard-test-debian:bookworm";
  if ((await docker("images", "-q", image)) !== "") return image;
  const system = join(directory, "debian");
  const archive = join(directory, "debian.tar");
  await run(["debootstrap", "--variant=minbase", "--include=ca-certificates", "bookworm", system]);
  if (existsSync(certificates)) await cp(certificates, join(system, certificates));
  await run(["chroot", system, "apt-get", "clean"]);
  for (const path of ["var/lib/apt/lists", ...documentation])
    await rm(join(system, path), { recursive: true });
  await writeFile(
    join(system, "etc/dpkg/dpkg.cfg.d/slim"),
    documentation.map((path) => `path-exclude /${path}/*\n`).join(""),
  );
  await run(["tar", "-C", system, "-cf", archive, "."]);
  await docker("import", archive, image);
  await rm(system, { recursive: true });
  await rm(archive);
  return image;
}

async function installNode(context, version) {
  const packages = [`node-linux-${process.arch}@${version}`, "npm@11"];
  await writeFile(join(context, "package.json"), "{}");
  await run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages], { cwd: context });
  await run(["mv", `node_modules/node-linux-${process.arch}`, "node"], { cwd: context });
}
