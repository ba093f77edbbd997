import ipaddr from "ipaddr.js";

// In the public range, but answered by the machine of the cloud itself.
const METADATA = ["168.63.129.16"];
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * True for addresses on the public internet. Not for this machine, its network, carriers' networks, groups, services
 * of the cloud it runs in, and addresses of version 6 that stand for such ones of version 4.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv6 ? isPublicV6(address) : isPublicV4(address as ipaddr.IPv4);
}

const isPublicV4 = (address: ipaddr.IPv4): boolean =>
  address.range() === "unicast" && !METADATA.includes(address.toString());

function isPublicV6(address: ipaddr.IPv6): boolean {
  // What a network without addresses of version 4 makes of them (64:ff9b::/96).
  if (address.range() === "rfc6052") return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.range() === "unicast" && address.match(GLOBAL_UNICAST);
}
