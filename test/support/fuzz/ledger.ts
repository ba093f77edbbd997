import type pg from "pg";

/**
 * Tables that a refused request may change, or that change beside requests, and why that is right. Nothing else may
 * differ after a refusal.
 */
const always: Record<string, string> = {
  "tradewind.idempotency": "a refusal is kept under its Idempotency-Key, to be told again",
  "tradewind.rate_limit": "a wrong guess is counted, that is the point",
  "tradewind.session": "sessions that have expired are cleared away in the background",
  "tradewind.event_cursor": "subscribers read on in the background",
  "tradewind.product_change": "what is not counted yet is counted in the background",
  "tradewind.product_list_segment": "places in long lists are kept in the background",
  "tradewind.stored_answer": "answers about products are kept after they were sent",
};

/** The same for single operations. */
const byOperation: [operation: RegExp, tables: RegExp, why: string][] = [
  [/^GET \/store\/carts\/\{id\}$/, /./, "a customer who opens a cart goes on with it as their own, as in v1"],
  [
    /^POST \/(store\/carts\/\{id\}\/complete(-cart)?|hooks\/payment\/\{provider_id\})$/,
    /^public\.payment_session$/,
    "what the payment service answered stays noted, and a way to pay that is no more is taken away",
  ],
  [
    /^POST \/admin\/(payments|orders)\/\{id\}\/(capture|refund)$/,
    /^tradewind\.(event|audit_entry)$/,
    "that money could not be moved is announced, as in v1",
  ],
  [
    /^POST \/admin\/orders\/\{id\}\/claims$/,
    /^(public\.claim_tag|graphile_worker\._private_jobs)$/,
    "a claim that the payments or the carrier do not go along with is taken back: its job finds nothing, words stay",
  ],
];

/** What is not counted yet is counted in the background, and by requests for the figures. */
const isOfFigures = (table: string) =>
  /^tradewind\.(analytics_|customer_figures$|customer_spent$|segment_change$)/.test(table);

export const mayChange = (operation: string, table: string): boolean =>
  Object.hasOwn(always, table) ||
  isOfFigures(table) ||
  byOperation.some(([named, tables]) => named.test(operation) && tables.test(table));

const install = `
  create schema if not exists fuzz;
  create unlogged table fuzz.change
    (seq bigint generated always as identity primary key, "table" text, before jsonb, after jsonb);
  create function fuzz.note() returns trigger language plpgsql as $$
  begin
    insert into fuzz.change ("table", before, after) values (tg_table_schema || '.' || tg_table_name,
      case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
    return null;
  end $$;
  do $$ declare each record; begin
    for each in select schemaname, tablename from pg_tables
      where schemaname in ('public', 'tradewind') or tablename = '_private_jobs'
    loop
      execute format('create trigger fuzz_note after insert or update or delete on %I.%I
        for each row execute function fuzz.note()', each.schemaname, each.tablename);
    end loop;
  end $$`;

type Row = Record<string, unknown> | null;

/** A row as it was before and as it is now; null where there was or is none. */
export interface Change {
  /** `public.cart` */
  table: string;
  before: Row;
  after: Row;
}

/** Knows every row that was changed for good: triggers note it in the same transaction. */
export class Ledger {
  private seen = 0;

  private constructor(private readonly client: pg.Client) {}

  /** Writes triggers into the database, once. */
  static install = (client: pg.Client) => client.query(install);

  static async open(client: pg.Client): Promise<Ledger> {
    const ledger = new Ledger(client);
    await ledger.news();
    return ledger;
  }

  /** The differences since the last call. Rows that were created and removed in between are not among them. */
  async news(): Promise<Change[]> {
    const { rows } = await this.client.query<Change & { seq: string }>({
      name: "news",
      text: 'select seq, "table", before, after from fuzz.change where seq > $1 order by seq',
      values: [this.seen],
    });
    this.seen = Number(rows.at(-1)?.seq ?? this.seen);
    const net = new Map<string, Change>();
    for (const { table, before, after } of rows) {
      const key = `${table} ${keyOf(after ?? before)}`;
      net.set(key, { table, before: net.has(key) ? net.get(key)!.before : before, after });
    }
    return [...net.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
  }
}

/** Rows without an id are known by all they hold. */
const keyOf = (row: Row): string => String(row?.["id"] ?? JSON.stringify(row));
