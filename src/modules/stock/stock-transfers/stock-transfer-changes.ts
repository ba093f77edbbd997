import type { Db, Tx } from "../../../db/database.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import { invalid } from "../../../kernel/refusal.ts";
import { type LevelMove, moveStock } from "../inventory/index.ts";
import { stockTransferEvents } from "./events.ts";
import {
  arrivals,
  cancelingMoves,
  checkLines,
  checkState,
  checkVersion,
  reasonOf,
  receivingMoves,
  type SentLine,
  type StockTransfer,
  sendingMoves,
  type TransferContent,
  withContent,
} from "./stock-transfer.ts";
import {
  cancelTransferRow,
  checkPlaces,
  insertTransfer,
  knownPlacesOf,
  linesOfTransfer,
  lockTransfer,
  receiveLines,
  saveLines,
  saveTransfer,
  setTransferState,
} from "./stock-transfer-store.ts";

interface Deps {
  db: Db;
}

interface Seen {
  /** The version that the user has seen. */
  version?: number;
}

type NewTransfer = TransferContent & { to_location_id: string; lines: readonly SentLine[] };

const emptyTransfer = (id: string, to_location_id: string): StockTransfer => ({
  id,
  status: "draft",
  from_location_id: null,
  to_location_id,
  supplier: null,
  reference: null,
  note: null,
  expected_at: null,
  version: 1,
});

export const createTransfer = ({ db }: Deps, input: NewTransfer, userId: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    const transfer = withContent(emptyTransfer(newId("sttr"), input.to_location_id), input);
    checkLines(input.lines);
    await checkPlaces(tx, transfer, input.lines);
    await insertTransfer(tx, transfer, userId);
    await saveLines(tx, transfer.id, input.lines);
    await stockTransferEvents.announce(tx, "stock-transfer.created", { id: transfer.id });
    return transfer.id;
  });

export const updateTransfer = (
  { db }: Deps,
  id: string,
  { version, ...changes }: TransferContent & Seen,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const transfer = await lockTransfer(tx, id);
    checkVersion(transfer, version);
    checkState(transfer, "draft", "changed");
    const next = withContent(transfer, changes);
    const { lines } = changes;
    if (lines) checkLines(lines);
    await checkPlaces(tx, next, lines ?? []);
    await saveTransfer(tx, next);
    if (lines) await saveLines(tx, id, lines);
    await stockTransferEvents.announce(tx, "stock-transfer.updated", { id });
  });

const move = (tx: Tx, transfer: StockTransfer, moves: readonly LevelMove[]): Promise<void> =>
  moveStock(tx, moves, {
    reason: reasonOf(transfer),
    subjectId: transfer.id,
    note: transfer.reference ?? transfer.supplier,
  });

/** The goods leave their location and are incoming at the other one. Pieces that are reserved for orders stay. */
export const sendTransfer = ({ db }: Deps, id: string, { version }: Seen): Promise<void> =>
  inTransaction(db, async (tx) => {
    const transfer = await lockTransfer(tx, id);
    checkVersion(transfer, version);
    checkState(transfer, "draft", "sent");
    await move(tx, transfer, sendingMoves(transfer, await linesOfTransfer(tx, id)));
    await setTransferState(tx, id, "sent");
    await stockTransferEvents.announce(tx, "stock-transfer.sent", { id });
  });

/** A part or all of the goods has arrived. */
export const receiveTransfer = (
  { db }: Deps,
  id: string,
  { version, lines: sent }: { version: number; lines?: readonly SentLine[] },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const transfer = await lockTransfer(tx, id);
    checkVersion(transfer, version);
    checkState(transfer, "sent", "received");
    const lines = await linesOfTransfer(tx, id);
    const arrived = arrivals(lines, sent);
    if (arrived.length === 0) throw invalid("lines: nothing has arrived");
    await move(tx, transfer, receivingMoves(transfer, arrived));
    await receiveLines(tx, id, arrived);
    const pieces = (all: readonly { quantity: number }[]) =>
      all.reduce((sum, { quantity }) => sum + quantity, 0);
    const isComplete = pieces(arrived) === pieces(arrivals(lines, undefined));
    await setTransferState(tx, id, isComplete ? "received" : "sent");
    await stockTransferEvents.announce(tx, "stock-transfer.received", { id });
  });

/** What has not arrived goes back to where it came from, or is not expected any more. */
export const cancelTransfer = ({ db }: Deps, id: string, { version }: Seen): Promise<void> =>
  inTransaction(db, async (tx) => {
    const transfer = await lockTransfer(tx, id);
    checkVersion(transfer, version);
    if (transfer.status !== "draft") checkState(transfer, "sent", "canceled");
    if (transfer.status === "sent") {
      const lines = await linesOfTransfer(tx, id);
      const exists = await knownPlacesOf(tx, transfer, lines);
      await move(tx, transfer, cancelingMoves(transfer, lines, exists));
    }
    await cancelTransferRow(tx, id);
    await stockTransferEvents.announce(tx, "stock-transfer.canceled", { id });
  });
