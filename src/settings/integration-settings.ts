import { readFilesSetting, readHttpUrl } from "../providers/files/files-settings.ts";
import { readOauthApps } from "../providers/oauth2-settings.ts";
import {
  readApiKey,
  readApiUrl,
  readPublishableKey,
  readWebhookSecret,
} from "../providers/stripe/stripe-settings.ts";
import { choice, list, optional, setting, text, wholeNumber } from "./setting-kinds.ts";

/** The address may hold a password, so messages do not repeat it. */
function readSmtpUrl(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (!URL.canParse(given)) throw new Error("it is no address of the form smtp://user:password@host:port");
  const { protocol, hostname } = new URL(given);
  if (protocol !== "smtp:" && protocol !== "smtps:")
    throw new Error("it must begin with smtp:// or smtps://");
  if (hostname === "") throw new Error("it names no host");
  return given;
}

/** Settings of jobs, plugins and external services. */
export const integrationSettings = {
  jobs: wholeNumber(
    "TRADEWIND_JOBS",
    "Jobs that each process runs at the same time; 0 leaves them to processes of the worker command.",
    2,
    [0, 64],
  ),
  subscriberTimeout: wholeNumber(
    "TRADEWIND_SUBSCRIBER_TIMEOUT",
    "Timeout of a subscriber for an event, in milliseconds; then the event is delivered again.",
    30_000,
    [100, 3_600_000],
  ),
  ruleTimeout: wholeNumber(
    "TRADEWIND_RULE_TIMEOUT",
    "In milliseconds. A rule of a plugin that has not returned by then blocks the whole process: it is logged and the process ends. Other code of plugins has three times as long.",
    10_000,
    [500, 300_000],
  ),
  plugins: list("TRADEWIND_PLUGINS", "Plugin modules: files or packages, separated by commas.", ""),
  files: setting(
    "TRADEWIND_FILES",
    "Storage of uploaded files: local (the data folder), or s3://bucket/prefix?region=…&endpoint=…&force_path_style=true.",
    "local",
    readFilesSetting,
  ),
  filesPublicUrl: setting(
    "TRADEWIND_FILES_PUBLIC_URL",
    "Public URL of files, such as a CDN in front of this server or of the bucket.",
    "this server, or the bucket",
    (given) => (given === undefined ? undefined : readHttpUrl(given)),
  ),
  smtpUrl: setting(
    "TRADEWIND_SMTP_URL",
    "The mail server, smtp://user:password@host:port or smtps://…; without it no mails are sent.",
    "none",
    readSmtpUrl,
  ),
  mailFrom: text("TRADEWIND_MAIL_FROM", "The sender of mails.", "shop@localhost"),
  storefrontUrl: optional("TRADEWIND_STOREFRONT_URL", "Base URL of links in mails to customers.", "none"),
  adminUrl: optional(
    "TRADEWIND_ADMIN_URL",
    "Base URL of links in mails to admins.",
    "the dashboard of this server; none if it is off",
  ),
  webhookPrivateAddresses: choice(
    "TRADEWIND_WEBHOOK_PRIVATE_ADDRESSES",
    "Whether webhooks may call private addresses, such as those of the shop's network.",
    ["refuse", "allow"],
  ),
  webhookTimeout: wholeNumber(
    "TRADEWIND_WEBHOOK_TIMEOUT",
    "Timeout of the receiver of a webhook, in milliseconds.",
    10_000,
    [100, 60_000],
  ),
  webhookConcurrency: wholeNumber(
    "TRADEWIND_WEBHOOK_CONCURRENCY",
    "Concurrent deliveries of one webhook in each process.",
    20,
    [1, 1_000],
  ),
  webhookRetryPause: wholeNumber(
    "TRADEWIND_WEBHOOK_RETRY_PAUSE",
    "Pause after the first failed delivery in milliseconds; it doubles with each further failure, up to an hour.",
    5_000,
    [10, 3_600_000],
  ),
  webhookLogDays: wholeNumber(
    "TRADEWIND_WEBHOOK_LOG_DAYS",
    "Days that finished deliveries stay in the log.",
    30,
    [1, 3_650],
  ),
  oauthApps: setting("TRADEWIND_OAUTH_APPS", "OAuth applications as a JSON array.", "[]", readOauthApps),
  oauthTimeout: wholeNumber(
    "TRADEWIND_OAUTH_TIMEOUT",
    "Timeout of the provider of an OAuth application, in milliseconds.",
    10_000,
    [100, 60_000],
  ),
  stripeApiKey: setting(
    "STRIPE_API_KEY",
    "Secret or restricted API key of Stripe; enables payments by Stripe.",
    "no payments by Stripe",
    readApiKey,
  ),
  stripeWebhookSecret: setting(
    "STRIPE_WEBHOOK_SECRET",
    "Signing secret of the webhook at Stripe that calls /hooks/payment/stripe; needed with STRIPE_API_KEY.",
    "none",
    readWebhookSecret,
  ),
  stripePublishableKey: setting(
    "STRIPE_PUBLISHABLE_KEY",
    "Publishable key of Stripe, for the page at /pay; without it that page does not offer Stripe.",
    "none",
    readPublishableKey,
  ),
  stripeCapture: choice(
    "STRIPE_CAPTURE",
    "Who captures payments: manual is the shop, automatic is Stripe when the customer confirms.",
    ["manual", "automatic"],
  ),
  stripeReceipts: choice("STRIPE_RECEIPTS", "Whether Stripe sends receipts to the email of the cart.", [
    "off",
    "on",
  ]),
  stripeApiUrl: setting(
    "STRIPE_API_URL",
    "Address of the API of Stripe; for proxies and tests.",
    "https://api.stripe.com",
    readApiUrl,
  ),
};
