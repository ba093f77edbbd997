import { isIPv6 } from "node:net";

/**
 * The network that an address is counted under. A client with one IPv6 address usually has a whole /64, so that is what
 * counts. An IPv6 address that maps an IPv4 address counts as the latter.
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, "").toLowerCase();
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped) return mapped[1]!;
  const [head = "", tail] = plain.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail ? tail.split(":") : [];
  // An IPv4 address at the end takes the place of two groups.
  const taken = front.length + back.length + (plain.includes(".") ? 1 : 0);
  const groups = tail === undefined ? front : [...front, ...Array(8 - taken).fill("0"), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
