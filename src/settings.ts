import { readFilesSetting, readHttpUrl } from "./providers/files/files-settings.ts";
import { readOauthApps } from "./providers/oauth2-settings.ts";
import { readSmtpUrl } from "./providers/smtp/smtp-settings.ts";
import { readApiKey, readApiUrl, readWebhookSecret } from "./providers/stripe/stripe-settings.ts";
import {
  choice,
  databaseUrl,
  databaseUrls,
  list,
  optional,
  optionalWholeNumber,
  proxies,
  setting,
  text,
  wholeNumber,
} from "./setting-kinds.ts";

const mebibyte = 1024 * 1024;

/** All settings. `--help`, docs/configuration.md and `config.ts` are made from this table. */
export const settings = {
  port: wholeNumber("PORT", "Port of the HTTP server.", 9000, [0, 65535]),
  host: text("HOST", "Address the HTTP server listens on; 0.0.0.0 for all.", "127.0.0.1"),
  databaseUrl: setting(
    "DATABASE_URL",
    "PostgreSQL (13 or newer) to use instead of the embedded one.",
    "embedded",
    databaseUrl,
  ),
  replicaUrls: setting(
    "DATABASE_REPLICA_URLS",
    "Streaming replicas of the database that storefronts read the catalogue from, separated by commas.",
    "none",
    databaseUrls,
  ),
  directUrl: setting(
    "DATABASE_DIRECT_URL",
    "The same database without a pooler in between, for what needs a connection of its own: migrations, jobs, notifications.",
    "DATABASE_URL",
    databaseUrl,
  ),
  dataDir: optional(
    "TRADEWIND_DATA_DIR",
    "Folder for the embedded database, uploaded files and generated secrets.",
    ".tradewind in the working directory; for root a folder under /var/lib/tradewind",
  ),
  adminEmail: text("TRADEWIND_ADMIN_EMAIL", "Email of the first admin user.", "admin@tradewind.local"),
  adminPassword: optional(
    "TRADEWIND_ADMIN_PASSWORD",
    "Password of the first admin user, used only when it is created.",
    "generated and printed once",
  ),
  jwtSecret: optional(
    "TRADEWIND_JWT_SECRET",
    "Secret that signs tokens; at least 32 characters; the same for all processes of a shop.",
    "generated and kept in the data folder",
  ),
  storeCors: list("STORE_CORS", "Origins that may call /store from a browser.", "http://localhost:8000"),
  adminCors: list(
    "ADMIN_CORS",
    "Origins that may call /admin from a browser.",
    "http://localhost:7000,http://localhost:7001",
  ),
  publicUrl: optional("TRADEWIND_PUBLIC_URL", "Where clients reach this server.", "http://localhost:<PORT>"),
  trustProxy: setting(
    "TRADEWIND_TRUST_PROXY",
    "Proxies whose X-Forwarded headers are believed: true, or addresses and networks.",
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
    "SameSite of the session cookie; none is for storefronts on another site and needs TLS.",
    ["lax", "strict", "none"],
  ),
  sessionHours: wholeNumber("TRADEWIND_SESSION_HOURS", "Lifetime of a session.", 10, [1, 24 * 365]),
  bodyLimit: wholeNumber("TRADEWIND_BODY_LIMIT", "Largest JSON body in bytes.", mebibyte, [
    1024,
    512 * mebibyte,
  ]),
  files: setting(
    "TRADEWIND_FILES",
    "Where uploaded files are kept: local (the data folder), or s3://bucket/prefix?region=…&endpoint=…&force_path_style=true.",
    "local",
    readFilesSetting,
  ),
  filesPublicUrl: setting(
    "TRADEWIND_FILES_PUBLIC_URL",
    "Where browsers find public files, such as a CDN in front of this server or of the bucket.",
    "this server, or the bucket",
    (given) => (given === undefined ? undefined : readHttpUrl(given)),
  ),
  uploadLimit: wholeNumber("TRADEWIND_UPLOAD_LIMIT", "Largest uploaded file in bytes.", 50 * mebibyte, [
    1,
    1024 * 1024 * mebibyte,
  ]),
  uploadFiles: wholeNumber("TRADEWIND_UPLOAD_FILES", "Most files of one upload.", 20, [1, 1000]),
  maxLimit: wholeNumber("TRADEWIND_MAX_LIMIT", "Largest page of a list.", 1000, [1, 100_000]),
  answerMemory: wholeNumber(
    "TRADEWIND_ANSWER_MEMORY",
    "Megabytes of answers about the catalogue that each process remembers; 0 makes each anew.",
    32,
    [0, 100_000],
  ),
  poolSize: optionalWholeNumber(
    "TRADEWIND_POOL_SIZE",
    "Database connections of each process.",
    "10; 5 with the embedded database",
    [2, 1000],
  ),
  databaseTimeout: wholeNumber(
    "TRADEWIND_DATABASE_TIMEOUT",
    "How long the database may take to answer, in milliseconds; then the request is answered with 503.",
    30_000,
    [1_000, 3_600_000],
  ),
  namedStatements: choice(
    "TRADEWIND_NAMED_STATEMENTS",
    "Prepared statements; off for poolers that cannot carry them.",
    ["on", "off"],
  ),
  workers: wholeNumber("TRADEWIND_WORKERS", "HTTP processes on this machine.", 1, [1, 256]),
  drainSeconds: wholeNumber(
    "TRADEWIND_DRAIN_SECONDS",
    "How long a process that was told to stop goes on as before, while /ready says no: load balancers take it out.",
    0,
    [0, 300],
  ),
  cartDays: wholeNumber(
    "TRADEWIND_CART_DAYS",
    "Days after which a cart that nobody touched is given up; 0 keeps all of them.",
    90,
    [0, 36_500],
  ),
  eventDays: wholeNumber(
    "TRADEWIND_EVENT_DAYS",
    "Days that events stay in the log, and so in the timelines of orders, once everybody has heard of them; 0 keeps all.",
    0,
    [0, 36_500],
  ),
  auditDays: wholeNumber(
    "TRADEWIND_AUDIT_DAYS",
    "Days that it is known what administrators did; 0 keeps all of it.",
    0,
    [0, 36_500],
  ),
  smtpUrl: setting(
    "TRADEWIND_SMTP_URL",
    "The mail server, smtp://user:password@host:port or smtps://…; without it no mails are sent.",
    "none",
    readSmtpUrl,
  ),
  mailFrom: text("TRADEWIND_MAIL_FROM", "The sender of mails.", "shop@localhost"),
  storefrontUrl: optional("TRADEWIND_STOREFRONT_URL", "Where links in mails to customers lead.", "none"),
  adminUrl: optional("TRADEWIND_ADMIN_URL", "Where links in mails to administrators lead.", "none"),
  jobs: wholeNumber(
    "TRADEWIND_JOBS",
    "Jobs that each process works on at the same time; 0 leaves them to processes of the worker command.",
    2,
    [0, 64],
  ),
  subscriberTimeout: wholeNumber(
    "TRADEWIND_SUBSCRIBER_TIMEOUT",
    "How long a subscriber may take for an event, in milliseconds; then it is tried again.",
    30_000,
    [100, 3_600_000],
  ),
  webhookPrivateAddresses: choice(
    "TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES",
    "Whether webhooks may call addresses that are not public, such as those of the shop's own network.",
    ["refuse", "allow"],
  ),
  webhookTimeout: wholeNumber(
    "TRADEWIND_WEBHOOK_TIMEOUT",
    "How long the receiver of a webhook may take to answer, in milliseconds.",
    10_000,
    [100, 60_000],
  ),
  webhookConcurrency: wholeNumber(
    "TRADEWIND_WEBHOOK_CONCURRENCY",
    "Deliveries of one webhook at the same time, in each process.",
    20,
    [1, 1_000],
  ),
  webhookRetryPause: wholeNumber(
    "TRADEWIND_WEBHOOK_RETRY_PAUSE",
    "Pause after the first failed delivery in milliseconds; each further one doubles it, up to an hour.",
    5_000,
    [10, 3_600_000],
  ),
  webhookLogDays: wholeNumber(
    "TRADEWIND_WEBHOOK_LOG_DAYS",
    "How long deliveries that are over stay in the log.",
    30,
    [1, 3_650],
  ),
  stockHoldMinutes: wholeNumber(
    "TRADEWIND_STOCK_HOLD_MINUTES",
    "How long stock is held for a cart from when its payment is opened; 0 holds none. The same for all processes of a shop.",
    0,
    [0, 24 * 60],
  ),
  requireShipping: choice(
    "TRADEWIND_REQUIRE_SHIPPING",
    "Whether customers can complete a cart with goods that are sent only with a shipping method and an address.",
    ["off", "on"],
  ),
  failuresPerAccount: wholeNumber(
    "TRADEWIND_FAILURES_PER_ACCOUNT",
    "Failed guesses at one account in 15 minutes before it must wait; for logins, those from one address.",
    20,
    [1, 1_000_000],
  ),
  failuresPerAddress: wholeNumber(
    "TRADEWIND_FAILURES_PER_ADDRESS",
    "Failed guesses from one address in 15 minutes before it must wait.",
    300,
    [1, 1_000_000],
  ),
  oauthApps: setting("TRADEWIND_OAUTH_APPS", "OAuth applications as a JSON array.", "[]", readOauthApps),
  oauthTimeout: wholeNumber(
    "TRADEWIND_OAUTH_TIMEOUT",
    "How long to wait for the provider of an OAuth application, in milliseconds.",
    10_000,
    [100, 60_000],
  ),
  stripeApiKey: setting(
    "STRIPE_API_KEY",
    "Secret or restricted key of an account at Stripe; with it customers can pay by Stripe.",
    "no payments by Stripe",
    readApiKey,
  ),
  stripeWebhookSecret: setting(
    "STRIPE_WEBHOOK_SECRET",
    "Signing secret of the webhook at Stripe that calls /hooks/payment/stripe; needed with STRIPE_API_KEY.",
    "none",
    readWebhookSecret,
  ),
  stripeCapture: choice(
    "STRIPE_CAPTURE",
    "Who takes the money: manual is the shop, automatic is Stripe as soon as the customer confirms.",
    ["manual", "automatic"],
  ),
  stripeReceipts: choice("STRIPE_RECEIPTS", "Whether Stripe sends receipts to the email of the cart.", [
    "off",
    "on",
  ]),
  stripeApiUrl: setting(
    "STRIPE_API_URL",
    "Where the API of Stripe is reached; for proxies and tests.",
    "https://api.stripe.com",
    readApiUrl,
  ),
  plugins: list("TRADEWIND_PLUGINS", "Plugin modules: files or packages, separated by commas.", ""),
  logLevel: choice("LOG_LEVEL", "What is logged to standard output, as JSON lines.", [
    "info",
    "fatal",
    "error",
    "warn",
    "debug",
    "trace",
    "silent",
  ]),
};
