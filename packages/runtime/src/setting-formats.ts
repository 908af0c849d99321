import { Resolver } from "node:dns";
import type { StringFormat } from "@placard/contracts";
import proxyAddress from "proxy-addr";
import { isToken } from "./admin/admin-access.ts";
import { isSmtpUrl, parseMailbox } from "./mail-settings.ts";
import { parsePasskeyPolicy } from "./passkey-settings.ts";
import { parsePortRanges } from "./port-ranges.ts";
import { isRedisUrl } from "./redis-address.ts";

/** The formats of settings, by the `format` of their schemas, with the error for other values. */
export const settingFormats: Record<string, StringFormat> = {
  "base-url": {
    isValid: isBaseUrl,
    message: "must be an http or https URL without user, query and fragment",
  },
  "redis-url": {
    isValid: isRedisUrl,
    message:
      "must be a URL such as redis://host:6379 or rediss://host:6379, or redis://host:6379,host:6379 for a cluster",
  },
  "host-name": { isValid: isHostName, message: "must be a host name without scheme and port" },
  "host-patterns": {
    isValid: areHostPatterns,
    message: "must be host names such as example.com or *.example.com, lower case, comma separated",
  },
  "port-ranges": {
    isValid: (value) => parsePortRanges(value) !== undefined,
    message: "must be ports or ranges of ports such as 80,443,8000-8100, comma separated",
  },
  "dns-servers": {
    isValid: areDnsServers,
    message: "must be IP addresses of DNS servers such as 192.0.2.53 or 192.0.2.53:5353, comma separated",
  },
  "email-patterns": {
    isValid: areEmailPatterns,
    message: "must be email addresses or patterns such as *@example.com, comma separated",
  },
  "smtp-url": {
    isValid: isSmtpUrl,
    message: "must be a URL such as smtp://host:587 or smtps://user:password@host, percent-encoded",
  },
  mailbox: {
    isValid: (value) => parseMailbox(value) !== undefined,
    message: "must be an email address such as placard@example.com or Placard <placard@example.com>",
  },
  origins: {
    isValid: (value) => splitList(value).every((each) => URL.canParse(each) && new URL(each).origin === each),
    message: "must be origins such as https://example.org, comma separated",
  },
  "passkey-policy": {
    isValid: (value) => parsePasskeyPolicy(value) !== undefined,
    message:
      "must be any, device-bound, or AAGUIDs such as cb69481e-8ff7-4039-93ec-0a2729a154a8, comma separated",
  },
  secrets: {
    isValid: (value) => splitList(value).every((secret) => Buffer.byteLength(secret) >= 32),
    message: "must be one or more secrets of at least 32 bytes each, comma separated",
  },
  token: {
    isValid: isToken,
    message: "must be letters, digits and ASCII punctuation, without spaces",
  },
  "trust-proxy": {
    isValid: isTrustProxy,
    message:
      "must be off, a number of hops, or addresses that Express accepts; true is rejected because any client could then choose its address with X-Forwarded-For",
  },
};

function isBaseUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === "" && password === "" && !/[?#\s]/.test(value);
}

function isHostName(value: string): boolean {
  return URL.canParse(`http://${value}`) && new URL(`http://${value}`).hostname === value;
}

function areDnsServers(value: string): boolean {
  try {
    new Resolver().setServers(splitList(value));
    return true;
  } catch {
    return false;
  }
}

function areHostPatterns(value: string): boolean {
  return splitList(value).every((pattern) => {
    const name = pattern.replace(/^\*\./, "");
    return isHostName(name) && !/\*|\.$/.test(name);
  });
}

function areEmailPatterns(value: string): boolean {
  return splitList(value).every((pattern) => {
    const [local = "", domain = "", ...rest] = pattern.split("@");
    const isDomain = isHostName(domain.toLowerCase()) && !domain.includes("*");
    return rest.length === 0 && isDomain && /^(\*|[^\s*]+)$/.test(local);
  });
}

/** The entries of a comma-separated list, without white space around them. */
export function splitList(list: string): string[] {
  return list.split(",").map((part) => part.trim());
}

/**
 * Converts TRUST_PROXY to Express's `trust proxy` setting. Throws for any other form, also for `true`: it
 * would let every client choose its address.
 */
export function parseTrustProxy(value: string): false | number | string {
  if (value === "off" || value === "false") return false;
  if (/^\d{1,3}$/.test(value)) return Number(value);
  proxyAddress.compile(splitList(value));
  return value;
}

function isTrustProxy(value: string): boolean {
  try {
    parseTrustProxy(value);
    return true;
  } catch {
    return false;
  }
}
