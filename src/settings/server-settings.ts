import {
  choice,
  list,
  optional,
  optionalList,
  proxies,
  setting,
  text,
  wholeNumber,
  wholeNumberOrAuto,
} from "./setting-kinds.ts";
import { usableCores } from "./usable-cores.ts";

const LOCAL_PORTS =
  "http://localhost on ports 3000, 5173, 7000, 7001 and 8000; none with a TRADEWIND_PUBLIC_URL elsewhere";

/** A secret, so the message does not repeat it. */
function readBackupKey(given: string | undefined): string | undefined {
  if (given !== undefined && given.length < 32) throw new Error("it must have at least 32 characters");
  return given;
}

function readContact(given: string | undefined): string | undefined {
  if (given === undefined || /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(given)) return given;
  throw new Error(`${given} is no address of the form mailto:security@shop.example or https://…`);
}

/** Settings of the HTTP server and its processes. */
export const serverSettings = {
  port: wholeNumber("PORT", "Port of the HTTP server.", 9000, [0, 65535]),
  host: text("HOST", "Address the HTTP server listens on; 0.0.0.0 for all.", "127.0.0.1"),
  publicUrl: optional("TRADEWIND_PUBLIC_URL", "Public URL of this server.", "http://localhost:<PORT>"),
  workers: wholeNumberOrAuto(
    "TRADEWIND_WORKERS",
    "HTTP processes on this machine; auto: one for each core that this process may use.",
    1,
    { range: [1, 256], auto: usableCores },
  ),
  drainSeconds: wholeNumber(
    "TRADEWIND_DRAIN_SECONDS",
    "Seconds that a stopping process still answers requests while /ready returns 503, so that load balancers remove it.",
    0,
    [0, 300],
  ),
  storeCors: optionalList("STORE_CORS", "Origins that may call /store from a browser.", LOCAL_PORTS),
  adminCors: optionalList("ADMIN_CORS", "Origins that may call /admin from a browser.", LOCAL_PORTS),
  trustProxy: setting(
    "TRADEWIND_TRUST_PROXY",
    "Proxies whose X-Forwarded headers are trusted: true, or addresses and networks.",
    "none",
    proxies,
  ),
  cookieSecure: choice(
    "TRADEWIND_COOKIE_SECURE",
    "Secure flag of the session cookie; auto sets it when the request came over TLS.",
    ["auto", "always", "never"],
  ),
  cookieSameSite: choice(
    "TRADEWIND_COOKIE_SAMESITE",
    "SameSite of the session cookie; none is for storefronts on another site and requires TLS.",
    ["lax", "strict", "none"],
  ),
  sessionHours: wholeNumber("TRADEWIND_SESSION_HOURS", "Lifetime of a session in hours.", 10, [1, 24 * 365]),
  jwtSecret: optional(
    "TRADEWIND_JWT_SECRET",
    "Secret that signs tokens; at least 32 characters; the same for all processes of a shop.",
    "generated and stored in the data folder",
  ),
  acceptedJwtSecrets: list(
    "TRADEWIND_ACCEPTED_JWT_SECRETS",
    "Other secrets whose tokens and links are accepted, separated by commas; for a change of TRADEWIND_JWT_SECRET (docs/security.md).",
    "",
  ),
  v1JwtSecret: optional(
    "TRADEWIND_V1_JWT_SECRET",
    "jwt_secret of v1 in a shop that comes from there. Open invites of v1 are accepted with it; if it has 32 characters or more, all its tokens.",
    "none",
  ),
  adminEmail: text("TRADEWIND_ADMIN_EMAIL", "Email of the first admin user.", "admin@tradewind.local"),
  adminPassword: optional(
    "TRADEWIND_ADMIN_PASSWORD",
    "Password of the first admin user, used only when it is created.",
    "generated; until the first login, a start shows it in a terminal, and elsewhere names the file that has it",
  ),
  dataDir: optional(
    "TRADEWIND_DATA_DIR",
    "Folder for the embedded database, uploaded files and generated secrets.",
    ".tradewind in the working directory; for root a folder under /var/lib/tradewind",
  ),
  backupKey: setting(
    "TRADEWIND_BACKUP_KEY",
    "Key that signs backups of the embedded database; at least 32 characters. With it, restore accepts only backups signed with it.",
    "backups are not signed",
    readBackupKey,
  ),
  dashboard: choice("TRADEWIND_DASHBOARD", "The dashboard at /app.", ["on", "off"]),
  securityContact: setting(
    "TRADEWIND_SECURITY_CONTACT",
    "Where to report security problems of the shop, mailto:… or https://…; shown at /.well-known/security.txt.",
    "none",
    readContact,
  ),
  cache: choice(
    "TRADEWIND_CACHE",
    "0 turns all caches of the process off: documents of the catalogue, open carts and reference data.",
    ["1", "0"],
  ),
  answerMemory: wholeNumber(
    "TRADEWIND_ANSWER_MEMORY",
    "Megabytes of the document cache for the catalogue and lists of orders in each process; 0 turns it off.",
    32,
    [0, 100_000],
  ),
  storedAnswers: wholeNumber(
    "TRADEWIND_STORED_ANSWERS",
    "Megabytes of finished answers about products in the database, which all processes share and which outlive them; 0 turns them off.",
    1024,
    [0, 1_000_000],
  ),
  catalogueCacheControl: optional(
    "TRADEWIND_CATALOGUE_CACHE_CONTROL",
    "Cache-Control of the public catalogue for visitors, for example `public, max-age=60`; see docs/guides/scaling.md.",
    "none: every answer is made by this server",
  ),
  logLevel: choice("LOG_LEVEL", "Log level; the log is on standard output.", [
    "info",
    "fatal",
    "error",
    "warn",
    "debug",
    "trace",
    "silent",
  ]),
  logFormat: choice(
    "TRADEWIND_LOG_FORMAT",
    "Form of the log: json is a JSON object on each line, text is for people, auto is text in a terminal and json elsewhere.",
    ["auto", "json", "text"],
  ),
};
