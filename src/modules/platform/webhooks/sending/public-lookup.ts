import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export interface Address {
  address: string;
  family: number;
}

export type Resolve = (hostname: string) => Promise<Address[]>;

export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} does not lead to a public address`);
  }
}

const bySystem: Resolve = (hostname) => lookup(hostname, { all: true });

/** Many requests to one host ask once: names that nobody answers for would use up the threads that look names up. */
export function oneAtATime(resolve: Resolve = bySystem): Resolve {
  const asked = new Map<string, Promise<Address[]>>();
  return (hostname) => {
    const pending = asked.get(hostname) ?? resolve(hostname).finally(() => asked.delete(hostname));
    asked.set(hostname, pending);
    return pending;
  };
}

/**
 * The lookup of a connection. What it returns is what is connected to, so a name cannot lead elsewhere after it was
 * checked. If one of its addresses is not public, none is used.
 */
export const lookupWith = (resolve: Resolve, isAllowed = isPublicAddress): LookupFunction =>
  function found(hostname, options, callback) {
    resolve(hostname).then(
      (addresses) => {
        const wanted = addresses.filter(({ family }) => !options.family || family === Number(options.family));
        const [first] = wanted;
        if (!first) callback(new Error(`${hostname} has no address`), "");
        else if (!addresses.every(({ address }) => isAllowed(address))) callback(new NotPublic(hostname), "");
        else if (options.all) callback(null, wanted);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ""),
    );
  };
