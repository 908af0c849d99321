import { run } from "./command.mjs";

const tables = ["filter", "nat"];
const forwarding = "net.ipv4.ip_forward";

/**
 * The packet filter's rules and policies, and whether this machine forwards packets: what dockerd changes and
 * leaves behind.
 */
export async function savePacketFilter() {
  const rules = [];
  for (const table of tables) rules.push(await run(["iptables-save", "-t", table]));
  return { rules, ipForward: await run(["sysctl", "-n", forwarding]) };
}

/**
 * Restores what was saved. Rules that others have added since then are deleted too. Throws an Error if they
 * differ afterwards.
 */
export async function restorePacketFilter({ rules, ipForward }) {
  for (const input of rules) await run(["iptables-restore"], { input: `${input}\n` });
  await run(["sysctl", "-q", "-w", `${forwarding}=${ipForward}`]);
  const after = await savePacketFilter();
  if (withoutCounters(after.rules) !== withoutCounters(rules) || after.ipForward !== ipForward)
    throw new Error(`The packet filter differs from the one before:\n${after.rules.join("\n")}`);
}

function withoutCounters(rules) {
  return rules.join("\n").replace(/^#.*\n?|\[\d+:\d+\]/gm, "");
}
