import type { Config } from "../../config.ts";
import { dataFolder } from "../../db/embedded/index.ts";
import { SECRET_LENGTH } from "../../kernel/shop-secrets.ts";
import { corsFindings } from "./cors-findings.ts";
import { type Finding, fail, note, ok } from "./finding.ts";
import { isLocal, publicAddressOf, remoteAddressOf } from "./public-address.ts";

/** Settings that contradict each other, or the public address. */
export function settingFindings(config: Config): Finding[] {
  const findings = [
    ...secretFindings(config),
    ...proxyFindings(config),
    ...cookieFindings(config),
    ...corsFindings(config),
  ];
  if (findings.length > 0) return findings;
  return [ok("settings", "The settings for cookies, proxies and CORS are consistent")];
}

function secretFindings({ databaseUrl, jwtSecret, acceptedJwtSecrets, dataDir }: Config): Finding[] {
  const secrets = {
    TRADEWIND_JWT_SECRET: [jwtSecret ?? []].flat(),
    TRADEWIND_ACCEPTED_JWT_SECRETS: acceptedJwtSecrets,
  };
  const short = Object.entries(secrets)
    .filter(([, values]) => values.some(({ length }) => length < SECRET_LENGTH))
    .map(([name]) =>
      fail(
        "secret",
        `${name} is too short: at least ${SECRET_LENGTH} characters are required`,
        "Make one with: openssl rand -hex 32. No server starts like this.",
      ),
    );
  if (short.length > 0 || !databaseUrl || jwtSecret) return short;
  return [
    note(
      "secret",
      `Tokens are signed with a secret stored in ${dataFolder(dataDir)}`,
      "Set TRADEWIND_JWT_SECRET to the same value on every machine of the shop.",
    ),
  ];
}

function proxyFindings(config: Config): Finding[] {
  const address = publicAddressOf(config);
  if (!address) {
    return [
      fail(
        "proxy",
        `TRADEWIND_PUBLIC_URL is no URL: ${config.publicUrl}`,
        "Set it to an address such as https://api.shop.example.",
      ),
    ];
  }
  if (config.trustProxy) return [];
  if (address.protocol === "https:") {
    return [
      fail(
        "proxy",
        "TRADEWIND_PUBLIC_URL is https, so a proxy is in front of the server, but no proxy is trusted",
        "Set TRADEWIND_TRUST_PROXY to the address of the proxy: without it session cookies have no Secure flag, and all visitors share one address and its limits.",
      ),
    ];
  }
  if (isLocal(config.host)) return [];
  return [
    note(
      "proxy",
      "The server is reachable from other machines and trusts no proxy",
      "Behind a proxy set TRADEWIND_TRUST_PROXY to its address, or all clients share one address.",
    ),
  ];
}

function cookieFindings(config: Config): Finding[] {
  const { cookieSecure, cookieSameSite } = config;
  const isPlain = remoteAddressOf(config)?.protocol === "http:";
  if (cookieSameSite === "none" && cookieSecure === "never") {
    return [
      fail(
        "cookie",
        "Browsers refuse a SameSite=None cookie without Secure",
        "Set TRADEWIND_COOKIE_SECURE to auto or always.",
      ),
    ];
  }
  if (isPlain && (cookieSecure === "always" || cookieSameSite === "none")) {
    return [
      fail(
        "cookie",
        "Session cookies need https, but TRADEWIND_PUBLIC_URL is http: no login lasts",
        "Put a proxy with TLS in front of the server, or set TRADEWIND_COOKIE_SECURE=auto and TRADEWIND_COOKIE_SAMESITE=lax.",
      ),
    ];
  }
  return [];
}
