import type { Config } from "../../config.ts";
import { allowedOrigins } from "../../http/allowed-origins.ts";
import { type Finding, fail, note } from "./finding.ts";
import { remoteAddressOf } from "./public-address.ts";

/** The pages of one kind: where they are, and which origins are allowed. */
interface Surface {
  setting: "STORE_CORS" | "ADMIN_CORS";
  path: "/store" | "/admin";
  isSet: boolean;
  origins: readonly string[];
  /** The setting with the address of the pages, and its value. */
  pages: { setting: string; url: string | undefined };
}

const surfacesOf = (config: Config): Surface[] => {
  const { store, admin } = allowedOrigins(config);
  return [
    {
      setting: "STORE_CORS",
      path: "/store",
      isSet: config.storeCors !== undefined,
      origins: store,
      pages: { setting: "TRADEWIND_STOREFRONT_URL", url: config.storefrontUrl },
    },
    {
      setting: "ADMIN_CORS",
      path: "/admin",
      isSet: config.adminCors !== undefined,
      origins: admin,
      pages: { setting: "TRADEWIND_ADMIN_URL", url: config.adminUrl },
    },
  ];
};

export const corsFindings = (config: Config): Finding[] =>
  surfacesOf(config).flatMap((surface) => [
    ...originFindings(surface),
    ...missingFindings(surface, config),
    ...siteFindings(surface, config),
  ]);

const isPattern = (origin: string) => /^\/.+\/$/.test(origin);

/** `https://shop.example`: as browsers send it, without a path. */
const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

function originFindings({ setting, origins }: Surface): Finding[] {
  if (origins.includes("*")) {
    return [
      fail("cors", `${setting} is *, so no origin can use sessions`, "List the origins of your frontends."),
    ];
  }
  return origins
    .filter((origin) => !isPattern(origin) && !isOrigin(origin))
    .map((origin) =>
      fail(
        "cors",
        `${setting} has ${origin}, which no browser sends`,
        "Write it as https://shop.example: no path, no slash at the end.",
      ),
    );
}

const matches = (allowed: string, origin: string) =>
  isPattern(allowed) ? new RegExp(allowed.slice(1, -1)).test(origin) : allowed === origin;

/** The origins that must be allowed are those of configured pages; without them, a remote shop should list some. */
function missingFindings({ setting, path, isSet, origins, pages }: Surface, config: Config): Finding[] {
  const own = remoteAddressOf(config);
  if (pages.url !== undefined && URL.canParse(pages.url)) {
    const { origin } = new URL(pages.url);
    if (origin === own?.origin || origins.some((each) => matches(each, origin))) return [];
    return [
      fail(
        "cors",
        `${pages.setting} is ${origin}, which ${setting} does not list`,
        `Add ${origin} to ${setting}.`,
      ),
    ];
  }
  if (!own || isSet) return [];
  return [
    note(
      "cors",
      `No page of another origin than ${own.origin} may call ${path}`,
      `If there is a frontend elsewhere, set ${setting} to its origin.`,
    ),
  ];
}

/** Hosts of one site share at least a name and its ending: shop.example. */
const lastLabels = (host: string) => host.split(".").slice(-2).join(".");

function siteFindings({ setting, origins }: Surface, config: Config): Finding[] {
  const own = remoteAddressOf(config);
  if (!own || config.cookieSameSite === "none") return [];
  const elsewhere = origins.find(
    (origin) => isOrigin(origin) && lastLabels(new URL(origin).hostname) !== lastLabels(own.hostname),
  );
  if (!elsewhere) return [];
  return [
    note(
      "cookie",
      `${elsewhere} (${setting}) is another site than ${own.host}: browsers send no session cookie with SameSite=${config.cookieSameSite}`,
      "Serve both under one domain, or set TRADEWIND_COOKIE_SAMESITE=none; tokens work anyway.",
    ),
  ];
}
