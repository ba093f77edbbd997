import type { Config } from "../../../../config.ts";
import type { Db } from "../../../../db/database.ts";
import { sendersOf } from "../../../../providers/message-senders.ts";
import type { ProviderRegistry } from "../../../../providers/registry.ts";
import { readMailOutcomes } from "../mail-state-store.ts";
import { testerOf } from "./test-mail.ts";

interface Deps {
  db: Db;
  providers: ProviderRegistry;
  config: Pick<Config, "smtpUrl" | "mailFrom" | "storefrontUrl">;
}

/** Mails whose link leads to the storefront. */
const WITH_STOREFRONT_LINK = ["customer.password_reset", "order-update-token.created"];

/** What sends the shop's mails, and what is not sent, without the login of the mail server. */
export async function readMailState({ db, providers, config }: Deps, kinds: readonly string[]) {
  const senders = kinds.map((kind) => ({ kind, ...sendersOf(providers, kind) }));
  const { last_sent_at, last_failed_at, ...outcomes } = await readMailOutcomes(db);
  const isFailing = last_failed_at !== null && (last_sent_at === null || last_sent_at < last_failed_at);
  const ids = providers.notification.ids();
  const hasPlugin = senders.some(({ hasSubscriber }) => hasSubscriber);
  const hasSmtp = ids.includes("smtp");
  return {
    status:
      ids.length === 0 && !hasPlugin ? ("none" as const) : isFailing ? ("failing" as const) : ("ok" as const),
    providers: ids,
    has_plugin: hasPlugin,
    sender: hasSmtp ? config.mailFrom : null,
    server: hasSmtp && config.smtpUrl !== undefined ? new URL(config.smtpUrl).host : null,
    can_test: testerOf(providers) !== undefined,
    last_sent_at: last_sent_at?.toISOString() ?? null,
    last_failed_at: last_failed_at?.toISOString() ?? null,
    ...outcomes,
    kinds: senders.map(({ kind, providers: sentBy, hasSubscriber }) => ({
      kind,
      sent_by: sentBy,
      problem: problemOf(kind, { isSent: sentBy.length > 0 || hasSubscriber, sentBy, config }),
    })),
  };
}

function problemOf(
  kind: string,
  { isSent, sentBy, config }: { isSent: boolean; sentBy: string[]; config: Deps["config"] },
) {
  if (!isSent) return "no_provider" as const;
  const needsLink = sentBy.includes("smtp") && WITH_STOREFRONT_LINK.includes(kind);
  return needsLink && config.storefrontUrl === undefined ? ("no_link" as const) : null;
}
