import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiledReturningWrite } from "../../../db/statements.ts";

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
