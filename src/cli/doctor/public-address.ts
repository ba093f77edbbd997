import type { Config } from "../../config.ts";
import { publicUrlOf } from "../../public-url.ts";

const LOCAL = ["localhost", "127.0.0.1", "::1", "[::1]"];

export const isLocal = (host: string) => LOCAL.includes(host);

/** Null for an address that is none. */
export function publicAddressOf(config: Config): URL | null {
  return URL.canParse(publicUrlOf(config)) ? new URL(publicUrlOf(config)) : null;
}

/** The configured public address, if it is not this machine. */
export function remoteAddressOf(config: Config): URL | null {
  const address = publicAddressOf(config);
  return address && !isLocal(address.hostname) ? address : null;
}
