import { isIP } from "node:net";
import { invalid } from "../../../../kernel/refusal.ts";
import { isPublicAddress } from "./public-address.ts";

/** Where webhooks may go. */
export type Reach = "public" | "anywhere";

/** The host without the brackets of an address of version 6. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, "$1");

/** True where the URL itself says that it leads to an address that is not public. */
export function isPlainlyPrivate(url: URL): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return /(^|\.)localhost\.?$/.test(host);
}

/** Names are looked up when they are called, each time: here only what they say themselves can be refused. */
export function checkUrl(text: string, reach: Reach): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !["http:", "https:"].includes(url.protocol)) {
    throw invalid("url must be a URL that begins with http:// or https://");
  }
  if (url.username || url.password) throw invalid("url must not contain a user or a password");
  if (reach === "public" && isPlainlyPrivate(url)) throw invalid("url must lead to a public address");
  return url;
}
