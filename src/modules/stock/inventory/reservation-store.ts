import { sql } from "kysely";
import type { Connection, Tx } from "../../../db/database.ts";
import { compiled, compiledReturningWrite } from "../../../db/statements.ts";
import type { Metadata } from "../../../kernel/metadata.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { type LineNeed, type Reservation, unknownReservation } from "./reservation.ts";

const columns = [
  "id",
  "line_item_id",
  "inventory_item_id",
  "location_id",
  "quantity",
  "description",
  "created_by",
  "metadata",
] as const;

const insert = compiled("reservation-insert", (db, p: Reservation) =>
  db.insertInto("reservation_item").values({
    id: p.id,
    line_item_id: p.line_item_id,
    inventory_item_id: p.inventory_item_id,
    location_id: p.location_id,
    quantity: p.quantity,
    description: p.description,
    created_by: p.created_by,
    metadata: p.metadata,
  }),
);

const update = compiled("reservation-update", (db, p: Reservation) =>
  db
    .updateTable("reservation_item")
    .set({
      location_id: p.location_id,
      quantity: p.quantity,
      description: p.description,
      metadata: p.metadata,
      updated_at: sql`now()`,
    })
    .where("id", "=", p.id),
);

const find = compiled("reservation-find", (db, p: { id: string }) =>
  db.selectFrom("reservation_item").select(columns).where("id", "=", p.id).where("deleted_at", "is", null),
);

const lock = compiled("reservation-lock", (db, p: { id: string }) =>
  db
    .selectFrom("reservation_item")
    .select(columns)
    .where("id", "=", p.id)
    .where("deleted_at", "is", null)
    .forUpdate(),
);

const lockLine = compiled("reservation-line-lock", (db, p: { id: string }) =>
  db
    .selectFrom("line_item")
    .select(["id", "quantity", "fulfilled_quantity", "returned_unsent", "variant_id"])
    .where("id", "=", p.id)
    .forUpdate(),
);

// Read after the line is locked, so that it sees reservations of other transactions.
const reservedFor = compiled(
  "reservation-line-need",
  (db, p: { lineId: string; itemId: string; variantId: string | null; except: string }) =>
    db.selectNoFrom([
      sql<number>`coalesce((select sum(quantity) from reservation_item where line_item_id = ${p.lineId}
        and inventory_item_id = ${p.itemId} and id <> ${p.except} and deleted_at is null), 0)`.as(
        "reserved_elsewhere",
      ),
      sql<number>`coalesce((select required_quantity from product_variant_inventory_item
        where variant_id = ${p.variantId} and inventory_item_id = ${p.itemId} and deleted_at is null), 1)`.as(
        "required_quantity",
      ),
    ]),
);

const toReservation = (row: Omit<Reservation, "metadata"> & { metadata: unknown }): Reservation => ({
  ...row,
  metadata: row.metadata as Metadata | null,
});

export async function insertReservation(tx: Tx, reservation: Reservation): Promise<void> {
  await insert(tx, reservation);
}

export async function saveReservation(tx: Tx, reservation: Reservation): Promise<void> {
  await update(tx, reservation);
}

export async function readReservation(on: Connection, id: string): Promise<Reservation> {
  const [found] = await find(on, { id });
  if (!found) throw unknownReservation(id);
  return toReservation(found);
}

export async function lockReservation(tx: Tx, id: string): Promise<Reservation> {
  const [found] = await lock(tx, { id });
  if (!found) throw unknownReservation(id);
  return toReservation(found);
}

/** Locks the line, so that two concurrent reservations for it see each other. */
export async function lockLineNeed(
  tx: Tx,
  {
    id,
    inventory_item_id,
    line_item_id,
  }: Pick<Reservation, "id" | "inventory_item_id"> & {
    line_item_id: string;
  },
): Promise<LineNeed> {
  const [line] = await lockLine(tx, { id: line_item_id });
  if (!line) throw notFound("Line item", line_item_id);
  const [need] = await reservedFor(tx, {
    lineId: line_item_id,
    itemId: inventory_item_id,
    variantId: line.variant_id,
    except: id,
  });
  const { quantity, fulfilled_quantity, returned_unsent } = line;
  return { quantity, fulfilled_quantity, returned_unsent, ...need! };
}

const move = compiledReturningWrite<{ from: string[]; to: string[] }, { id: string }>(
  "reservations-move",
  { updates: ["reservation_item"] },
  (p) => sql<{ id: string }>`
    update reservation_item reservation set line_item_id = moved.next, updated_at = now()
    from unnest(${p.from}::text[], ${p.to}::text[]) as moved(line, next)
    where reservation.line_item_id = moved.line and reservation.deleted_at is null
    returning reservation.id`,
);

/** Moves reservations to the lines that replace others. Returns their ids. */
export async function moveReservations(
  tx: Tx,
  lines: readonly { from: string; to: string }[],
): Promise<string[]> {
  if (lines.length === 0) return [];
  const moved = await move(tx, { from: lines.map(({ from }) => from), to: lines.map(({ to }) => to) });
  return moved.map(({ id }) => id);
}
