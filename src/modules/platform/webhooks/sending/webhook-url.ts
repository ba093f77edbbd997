import { isIP } from "node:net";
import { invalid } from "../../../../kernel/refusal.ts";
import { isPublicAddress } from "./public-address.ts";

/** Which addresses webhooks may call. */
export type AddressPolicy = "public" | "anywhere";

/** The host without the brackets of an IPv6 address. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, "$1");

/** True if the URL itself names an address that is not public. */
export function isPrivateAddressUrl(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return /(^|\.)localhost\.?$/.test(host);
}

/** Checks the URL itself. Host names are resolved and checked at each call. */
export function checkWebhookUrl(text: string, policy: AddressPolicy): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw invalid("url must be a URL that begins with http:// or https://");
  }
  if (url.username || url.password) throw invalid("url must not contain a user or a password");
  if (policy === "public" && isPrivateAddressUrl(url)) throw invalid("url must lead to a public address");
  return url;
}
