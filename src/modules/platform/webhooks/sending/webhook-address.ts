import { lookup } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { invalid } from "../../../../kernel/refusal.ts";

/** Which addresses webhooks may call. */
export type AddressPolicy = "public" | "anywhere";

export const addressPolicyOf = ({
  webhookPrivateAddresses,
}: {
  webhookPrivateAddresses: string;
}): AddressPolicy => (webhookPrivateAddresses === "allow" ? "anywhere" : "public");

/** The host without the brackets of an IPv6 address. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, "$1");

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

// In the public range, but served by the cloud's host machine.
const METADATA = ["168.63.129.16"];
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True for addresses on the public internet. False for loopback, private, carrier-grade NAT and multicast addresses,
 * cloud metadata services, and IPv6 addresses that embed such an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv6 ? isPublicV6(address) : isPublicV4(address as ipaddr.IPv4);
}

const isPublicV4 = (address: ipaddr.IPv4): boolean =>
  address.range() === "unicast" && !METADATA.includes(address.toString());

function isPublicV6(address: ipaddr.IPv6): boolean {
  // NAT64: an IPv4 address inside 64:ff9b::/96.
  if (address.range() === "rfc6052") return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.range() === "unicast" && address.match(GLOBAL_UNICAST);
}

export interface Address {
  address: string;
  family: number;
}

export type Resolve = (hostname: string) => Promise<Address[]>;

export class NotPublicError extends Error {
  constructor(host: string) {
    super(`${host} does not lead to a public address`);
  }
}

const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true });

/** Concurrent requests to one host share a lookup: unanswered lookups would occupy all threads of the resolver. */
export function coalesced(resolve: Resolve = systemResolve): Resolve {
  const pendingLookups = new Map<string, Promise<Address[]>>();
  return (hostname) => {
    const pending =
      pendingLookups.get(hostname) ?? resolve(hostname).finally(() => pendingLookups.delete(hostname));
    pendingLookups.set(hostname, pending);
    return pending;
  };
}

/**
 * The lookup of a connection. The socket connects to the returned address, so the name cannot resolve differently after
 * the check (DNS rebinding). If one of the addresses is not public, none is used.
 */
export const lookupWith = (resolve: Resolve, isAllowed = isPublicAddress): LookupFunction =>
  function checkedLookup(hostname, options, callback) {
    resolve(hostname).then(
      (addresses) => {
        const matching = addresses.filter(
          ({ family }) => !options.family || family === Number(options.family),
        );
        const [first] = matching;
        if (!first) callback(new Error(`${hostname} has no address`), "");
        else if (!addresses.every(({ address }) => isAllowed(address)))
          callback(new NotPublicError(hostname), "");
        else if (options.all) callback(null, matching);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
