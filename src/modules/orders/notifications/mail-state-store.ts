import { sql } from "kysely";
import type { Connection } from "../../../db/database.ts";
import { compiledSql } from "../../../db/statements.ts";

export interface MailOutcomes {
  last_sent_at: Date | null;
  last_failed_at: Date | null;
  last_error: string | null;
  failed: number;
}

const MOST = 1_000;

const read = compiledSql<object, MailOutcomes>(
  "mail-outcomes",
  () => sql<MailOutcomes>`select sent.updated_at as last_sent_at, failed.updated_at as last_failed_at,
      failed.error as last_error,
      (select count(*)::integer from (select from tradewind.mail where state = 'failed' and kind <> 'test'
        limit ${sql.lit(MOST)}) counted) as failed
    from (values (1)) one
    left join lateral (select updated_at from tradewind.mail where state = 'sent'
      order by updated_at desc limit 1) sent on true
    left join lateral (select updated_at, error from tradewind.mail where state = 'failed'
      order by updated_at desc limit 1) failed on true`,
);

/** The last success, the last failure, and how many mails are not sent yet; counted up to 1,000. */
export async function readMailOutcomes(on: Connection): Promise<MailOutcomes> {
  const [outcomes] = await read(on, {});
  return outcomes!;
}
