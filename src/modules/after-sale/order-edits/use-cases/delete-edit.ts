import { inTransaction } from "../../../../db/transaction.ts";
import { announce } from "../../../../events/announce.ts";
import { Refusal } from "../../../../kernel/refusal.ts";
import { differenceOf } from "../edit-totals.ts";
import { editStateOf } from "../order-edit.ts";
import { allowEdit } from "../order-edit-state.ts";
import { deleteEditRows, lockEdit } from "../order-edit-store.ts";
import type { EditDeps } from "./deps.ts";

/** Deletes an edit that nobody was asked about. What is not there is as good as gone. */
export async function deleteEdit({ db, graph }: Pick<EditDeps, "db" | "graph">, id: string): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const work = await lockEdit(graph, tx, id);
      allowEdit("delete", editStateOf(work, differenceOf(work)));
      await deleteEditRows(tx, id);
      await announce(tx, "order-edit.deleted", { id });
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.type !== "not_found") throw error;
  }
}
