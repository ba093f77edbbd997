import { type RawBuilder, sql } from "kysely";
import { customFieldsOf } from "../../../db/custom-fields.ts";
import type { Tx } from "../../../db/database.ts";
import { compiledWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";
import type { CheckedLine } from "./checked-line.ts";

export const lineFields = customFieldsOf("line_item");

/** Undefined fields get the default of the table. */
export interface NewLine extends CheckedLine {
  id: string;
  /** Null for custom items of an administrator. */
  variant_id: string | null;
  title: string;
  description?: string | null;
  thumbnail?: string | null;
  includes_tax: boolean;
  allow_discounts: boolean;
  is_giftcard?: boolean;
  /** A returned line has a negative price. */
  is_return?: boolean;
  metadata?: Metadata;
  custom_fields?: SentCustomFields | undefined;
  /** False if an administrator set the price: it applies to these pieces only. */
  should_merge?: boolean;
  has_shipping?: boolean;
}

/** The lines of a swap are also in its cart. */
export type LineParent =
  | { cart_id: string; swap_id?: string }
  | { claim_order_id: string }
  | { order_edit_id: string };

const columns = [
  "id",
  "cart_id",
  "swap_id",
  "claim_order_id",
  "order_edit_id",
  "original_item_id",
  "variant_id",
  "title",
  "description",
  "thumbnail",
  "unit_price",
  "quantity",
  "includes_tax",
  "allow_discounts",
  "is_giftcard",
  "is_return",
  "should_merge",
  "has_shipping",
  "metadata",
  "custom_fields",
  "fulfilled_quantity",
  "shipped_quantity",
  "returned_quantity",
  "created_at",
] as const;

type Values = Partial<Record<(typeof columns)[number], RawBuilder<unknown>>>;

/** Inserts lines from the rows with this alias. `values` replaces single columns. */
export const linesInserted = (row: string, values: Values, from: RawBuilder<unknown>) => sql`
  insert into line_item (${sql.join(columns.map((name) => sql.ref(name)))})
  select ${sql.join(columns.map((name) => values[name] ?? sql.ref(`${row}.${name}`)))} from ${from}`;

const insert = compiledWrite<{ lines: string }>("line-items-insert", { inserts: ["line_item"] }, (p) =>
  linesInserted(
    "sent",
    {
      is_giftcard: sql`coalesce(sent.is_giftcard, false)`,
      is_return: sql`coalesce(sent.is_return, false)`,
      should_merge: sql`coalesce(sent.should_merge, true)`,
      created_at: sql`clock_timestamp()`,
    },
    sql`jsonb_populate_recordset(null::line_item, ${p.lines}::jsonb) sent`,
  ),
);

export async function insertLines(tx: Tx, parent: LineParent, lines: readonly NewLine[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map(({ custom_fields, ...line }) => ({ ...line, ...parent }));
  await insert(tx, { lines: JSON.stringify(rows) });
  for (const { id, custom_fields } of lines) await lineFields.save(tx, id, custom_fields);
}

/** Lines of a cart are not marked as shipped by default. */
export const insertCartLines = (tx: Tx, cartId: string, lines: readonly NewLine[]): Promise<void> =>
  insertLines(
    tx,
    { cart_id: cartId },
    lines.map((line) => ({ ...line, has_shipping: line.has_shipping ?? false })),
  );
