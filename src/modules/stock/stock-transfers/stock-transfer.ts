import { invalid, notAllowed, Refusal } from "../../../kernel/refusal.ts";
import { type LevelMove, put, taken } from "../inventory/index.ts";

export const transferStates = ["draft", "sent", "received", "canceled"] as const;
export type TransferState = (typeof transferStates)[number];

/** Goods that go from one location to another or, without the first one, that a supplier sends. */
export interface StockTransfer {
  id: string;
  status: TransferState;
  from_location_id: string | null;
  to_location_id: string;
  supplier: string | null;
  reference: string | null;
  note: string | null;
  expected_at: Date | null;
  version: number;
}

export interface TransferLine {
  inventory_item_id: string;
  quantity: number;
  received_quantity: number;
  /** For messages. */
  name: string;
}

export interface SentLine {
  inventory_item_id: string;
  quantity: number;
}

export interface TransferContent extends Partial<Omit<StockTransfer, "id" | "status" | "version">> {
  lines?: readonly SentLine[];
}

/** The transfer with what the request sends, or a refusal that names the field. */
export function withContent(
  transfer: StockTransfer,
  { lines: _, ...fields }: TransferContent,
): StockTransfer {
  const next = { ...transfer, ...fields };
  if (next.from_location_id === next.to_location_id)
    throw invalid("to_location_id: goods cannot go to the location that they come from");
  if (next.from_location_id !== null && next.supplier !== null)
    throw invalid("supplier: goods come from a location or from a supplier, not from both");
  return next;
}

export function checkLines(lines: readonly SentLine[]): void {
  const ids = lines.map(({ inventory_item_id }) => inventory_item_id);
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice !== undefined) throw invalid(`lines: the item ${twice} is in several lines`);
}

/** A request about an older state is refused: another user, or an earlier attempt, has changed the transfer. */
export function checkVersion({ version }: StockTransfer, seen: number | undefined): void {
  if (seen !== undefined && seen !== version)
    throw new Refusal("conflict", "version: the transfer was changed meanwhile; read it again");
}

export function checkState({ status }: StockTransfer, needed: TransferState, action: string): void {
  if (status !== needed) throw notAllowed(`A transfer that is ${status} cannot be ${action}`);
}

/** Which history the changes belong to. */
export const reasonOf = ({ from_location_id }: StockTransfer) =>
  from_location_id === null ? ("incoming" as const) : ("transfer" as const);

/** The goods leave their location, and are expected at the other one. */
export const sendingMoves = (transfer: StockTransfer, lines: readonly TransferLine[]): LevelMove[] =>
  lines.flatMap(({ inventory_item_id: itemId, quantity, name }) => [
    ...leaving(transfer, { itemId, next: taken(quantity, name) }),
    { itemId, locationId: transfer.to_location_id, next: put({ incoming: quantity }, name) },
  ]);

const leaving = (
  { from_location_id: locationId }: StockTransfer,
  move: Omit<LevelMove, "locationId">,
): LevelMove[] => (locationId === null ? [] : [{ ...move, locationId }]);

export interface ArrivedLine extends SentLine {
  name: string;
}

/** What arrives of each line: all that is open if the request names none. */
export function arrivals(
  lines: readonly TransferLine[],
  sent: readonly SentLine[] | undefined,
): ArrivedLine[] {
  if (!sent)
    return lines.map((line) => ({ ...line, quantity: openOf(line) })).filter(({ quantity }) => quantity > 0);
  checkLines(sent);
  return sent
    .map(({ inventory_item_id, quantity }) => {
      const line = lines.find((each) => each.inventory_item_id === inventory_item_id);
      if (!line) throw invalid(`lines: the item ${inventory_item_id} is not in the transfer`);
      if (quantity > openOf(line))
        throw invalid(`lines: ${openOf(line)} of ${line.name} are expected, not ${quantity}`);
      return { ...line, quantity };
    })
    .filter(({ quantity }) => quantity > 0);
}

const openOf = ({ quantity, received_quantity }: TransferLine) => quantity - received_quantity;

export const receivingMoves = (
  { to_location_id: locationId }: StockTransfer,
  arrived: readonly ArrivedLine[],
): LevelMove[] =>
  arrived.map(({ inventory_item_id: itemId, quantity, name }) => ({
    itemId,
    locationId,
    next: put({ stocked: quantity, incoming: -quantity }, name),
  }));

/**
 * What did not arrive is not expected any more; it is back at the location that it came from. `exists` has the ids of the items and
 * locations that were not deleted since: there is nothing to change at the others.
 */
export function cancelingMoves(
  transfer: StockTransfer,
  lines: readonly TransferLine[],
  exists: ReadonlySet<string>,
): LevelMove[] {
  const { from_location_id: from, to_location_id: to } = transfer;
  const open = arrivals(lines, undefined).filter(({ inventory_item_id }) => exists.has(inventory_item_id));
  if (from !== null && !exists.has(from) && exists.has(to) && open.length > 0)
    throw notAllowed("from_location_id: the location was deleted, so the goods cannot go back: receive them");
  const moves = open.flatMap(({ inventory_item_id: itemId, quantity, name }) => [
    ...leaving(transfer, { itemId, next: put({ stocked: quantity }, name) }),
    { itemId, locationId: to, next: put({ incoming: -quantity }, name) },
  ]);
  return moves.filter(({ locationId }) => exists.has(locationId));
}
