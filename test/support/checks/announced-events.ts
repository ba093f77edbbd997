import type { Db } from "../../../src/db/database.ts";
import { withPrivateData } from "../../../src/events/private-data.ts";
import { fixedSecrets } from "../../../src/kernel/shop-secrets.ts";
import { joinPrivateData } from "../../../src/module/join-work.ts";
import { modules } from "../../../src/modules.ts";
import { JWT_SECRET } from "../fixtures/credentials.ts";

interface Announced {
  data: Record<string, unknown>;
  occurred_at: Date;
}

const eventsOf = (db: Db, name: string) =>
  db.run<Announced>({
    text: "select data, occurred_at from tradewind.event where name = $1 order by seq",
    values: [name],
  });

/** The payloads of all events of a name, in the order in which they were written. */
export const announced = async (db: Db, name: string): Promise<Record<string, unknown>[]> =>
  (await eventsOf(db, name)).map(({ data }) => data);

/** The same as a subscriber gets them: with the tokens that are not in the log. */
export async function delivered(
  db: Db,
  name: string,
  secret = JWT_SECRET,
): Promise<Record<string, unknown>[]> {
  const privateData = joinPrivateData(modules, { db, secrets: fixedSecrets(secret) });
  const events = await eventsOf(db, name);
  return Promise.all(
    events.map(({ data, occurred_at }) =>
      withPrivateData(privateData, { name, data, occurredAt: occurred_at }),
    ),
  );
}
