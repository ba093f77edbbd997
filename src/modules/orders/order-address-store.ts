import { sql } from "kysely";
import type { Tx } from "../../db/database.ts";
import { compiledWrite } from "../../db/statements.ts";
import { addressTexts } from "../../kernel/address.ts";

const columns = sql.join([...addressTexts, "metadata"].map((name) => sql.ref(name)));

const copy = compiledWrite<{ ids: string[]; originals: string[] }>(
  "address-copy",
  (p) => sql`
    insert into address (id, ${columns})
    select sent.id, ${columns} from unnest(${p.ids}::text[], ${p.originals}::text[]) sent(id, original)
    join address old on old.id = sent.original`,
);

/** The same addresses once more, which belong to nobody's book; by the ids of the originals. */
export async function copyAddresses(tx: Tx, copies: ReadonlyMap<string, string>): Promise<void> {
  if (copies.size > 0) await copy(tx, { ids: [...copies.values()], originals: [...copies.keys()] });
}
