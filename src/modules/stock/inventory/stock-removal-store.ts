import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled } from "../../../db/statements.ts";

interface Reserved {
  ids: string[];
  lines: string[];
}

export interface Released {
  id: string;
  line_item_id: string | null;
}

const isMeant = (p: Reserved) =>
  sql<boolean>`(reservation_item.id = any(${p.ids}) or reservation_item.line_item_id = any(${p.lines}))
    and reservation_item.deleted_at is null`;

// Lock order: levels before reservations, by inventory item.
const lockLevels = compiled("stock-lock-reserved-levels", (db, p: Reserved) =>
  db
    .selectFrom("inventory_level as level")
    .select("level.id")
    .where((level) =>
      level.exists(
        level
          .selectFrom("reservation_item")
          .select("reservation_item.id")
          .whereRef("reservation_item.inventory_item_id", "=", "level.inventory_item_id")
          .whereRef("reservation_item.location_id", "=", "level.location_id")
          .where(isMeant(p)),
      ),
    )
    .orderBy("level.inventory_item_id")
    .orderBy("level.location_id")
    .forUpdate(),
);

const release = compiled("stock-release", (db, p: Reserved) =>
  db
    .with("gone", (cte) =>
      cte
        .updateTable("reservation_item")
        .set({ deleted_at: sql`now()` })
        .where(isMeant(p))
        .returning(["id", "line_item_id", "inventory_item_id", "location_id", "quantity"]),
    )
    .with("given_back", (cte) =>
      cte
        .updateTable("inventory_level as level")
        .from((from) =>
          from
            .selectFrom("gone")
            .select(["inventory_item_id", "location_id", sql<number>`sum(quantity)::integer`.as("quantity")])
            .groupBy(["inventory_item_id", "location_id"])
            .as("total"),
        )
        .set({
          reserved_quantity: sql`greatest(level.reserved_quantity - total.quantity, 0)`,
          updated_at: sql`now()`,
        })
        .whereRef("level.inventory_item_id", "=", "total.inventory_item_id")
        .whereRef("level.location_id", "=", "total.location_id"),
    )
    .selectFrom("gone")
    .select(["gone.id", "gone.line_item_id"])
    .orderBy("gone.id"),
);

const removeLevels = (name: string, column: "inventory_item_id" | "location_id") =>
  compiled(name, (db, p: { id: string }) =>
    db
      .with("locked", (cte) =>
        cte
          .selectFrom("inventory_level")
          .select("id")
          .where(column, "=", p.id)
          .where("deleted_at", "is", null)
          .orderBy("inventory_item_id")
          .orderBy("location_id")
          .forUpdate(),
      )
      .updateTable("inventory_level as level")
      .from("locked")
      .set({ deleted_at: sql`now()`, reserved_quantity: 0 })
      .whereRef("level.id", "=", "locked.id")
      .returning("level.id"),
  );

const removeReservations = (name: string, column: "inventory_item_id" | "location_id") =>
  compiled(name, (db, p: { id: string }) =>
    db
      .updateTable("reservation_item")
      .set({ deleted_at: sql`now()` })
      .where(column, "=", p.id)
      .where("deleted_at", "is", null)
      .returning("id"),
  );

const removal = (column: "inventory_item_id" | "location_id") => {
  const levels = removeLevels(`stock-delete-levels-${column}`, column);
  const reservations = removeReservations(`stock-delete-reservations-${column}`, column);
  // A new reservation waits for its level, so none can be added after the levels are deleted.
  return async (tx: Tx, id: string) => ({
    levels: (await levels(tx, { id })).length,
    reservations: (await reservations(tx, { id })).length,
  });
};

/** Both return the number of deleted rows. */
export const deleteStockRowsOfItem = removal("inventory_item_id");
export const deleteStockRowsAtLocation = removal("location_id");

/** Deletes reservations by id or by line, and releases their quantities. */
export async function releaseRows(
  tx: Tx,
  { ids = [], lineItemIds = [] }: { ids?: string[]; lineItemIds?: string[] },
): Promise<Released[]> {
  await lockLevels(tx, { ids, lines: lineItemIds });
  return release(tx, { ids, lines: lineItemIds });
}
