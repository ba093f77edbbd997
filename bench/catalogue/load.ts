import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrate } from "../../src/db/migrations/migrate.ts";
import { tables } from "./rows.ts";

/** Fills an empty database with a catalogue of this many products, with COPY. */
export async function loadCatalogue(url: string, products: number): Promise<void> {
  await migrate({ connectionString: url });
  await connected(url, async (client) => {
    const indexes = await dropIndexes(client);
    const enableTriggers = await disableTextTriggers(client);
    await copyCatalogue(client, products);
    await client.query("select tradewind.index_products(array(select id::text from product))");
    for (const definition of indexes) await client.query(definition);
    await enableTriggers();
    // What the triggers would have done, one product after the other and without the indexes.
    await client.query("analyze");
    await client.query(
      "insert into tradewind.product_text select id, tradewind.product_words(id) from product",
    );
    await client.query("vacuum analyze");
    // A running server does this by itself, within seconds.
    await client.query("select tradewind.count_product_segments()");
  });
}

/** The same in a database that v1 has started on once. */
export const loadIntoV1 = (url: string, products: number): Promise<void> =>
  connected(url, async (client) => {
    await copyCatalogue(client, products);
    await client.query("vacuum analyze");
  });

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client).finally(() => client.end());
}

async function copyCatalogue(client: pg.Client, products: number): Promise<void> {
  // The rows are consistent by construction: neither foreign keys nor triggers need to look at each of them.
  await client.query("set session_replication_role = replica");
  const known = await shopIds(client);
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    await pipeline(
      Readable.from(lines(rows(products), known)),
      client.query(copyFrom(`copy ${table} (${columns}) from stdin`)),
    );
  }
  await client.query("set session_replication_role = default");
  await addRegion(client);
}

/** Indexes are made once at the end; those of constraints stay. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relname = any($1) and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`,
    [[...Object.keys(tables), "product_search", "product_text"]],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** They are on always, also for copied rows. */
async function disableTextTriggers(client: pg.Client): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ on: string; name: string }>(
    `select tgrelid::regclass::text as on, quote_ident(tgname) as name from pg_trigger
     where tgname ~ '^text_' and tgrelid = any($1::regclass[]::oid[])`,
    [Object.keys(tables)],
  );
  for (const { on, name } of rows) await client.query(`alter table ${on} disable trigger ${name}`);
  return async () => {
    for (const { on, name } of rows) await client.query(`alter table ${on} enable always trigger ${name}`);
  };
}

async function shopIds(client: pg.Client): Promise<Map<unknown, string>> {
  const { rows } = await client.query<{ channel: string; profile: string }>(
    "select (select default_sales_channel_id from store) as channel, (select id from shipping_profile where type = 'default') as profile",
  );
  return new Map([
    [":channel", rows[0]!.channel],
    [":profile", rows[0]!.profile],
  ]);
}

async function addRegion(client: pg.Client): Promise<void> {
  await client.query(
    "insert into region (id, name, currency_code, tax_rate) values ('reg_BENCH', 'Bench', 'usd', 10)",
  );
}

/** COPY's text format, in large pieces. None of the made-up texts has a character that needs an escape. */
function* lines(rows: Generator<unknown[]>, known: Map<unknown, string>): Generator<string> {
  let piece = "";
  for (const row of rows) {
    piece += `${row.map((value) => known.get(value) ?? (value === null ? "\\N" : String(value))).join("\t")}\n`;
    if (piece.length > 1_000_000) {
      yield piece;
      piece = "";
    }
  }
  yield piece;
}
