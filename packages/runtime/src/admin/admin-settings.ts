import { isIPv4 } from "node:net";

/** What is wrong with the admin settings taken together, in words; those of a wrong type are told of elsewhere. */
export function adminFaults(settings: Readonly<Record<string, unknown>>): string[] {
  const { ADMIN_HOST: host, ADMIN_TOKEN: token, ADMIN_PORT: port, PORT: publicPort } = settings;
  const faults: string[] = [];
  if (typeof host === "string" && !isLoopback(host) && token === undefined)
    faults.push("ADMIN_TOKEN is required where ADMIN_HOST is not a loopback address");
  if (port !== undefined && port === publicPort) faults.push("ADMIN_PORT must be another port than PORT");
  return faults;
}

/** Whether a host, as in ADMIN_HOST or a URL, is this machine and cannot be reached from another. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));
}

/** Whether a text can be sent as a bearer credential and as a password. */
export function isToken(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value);
}
