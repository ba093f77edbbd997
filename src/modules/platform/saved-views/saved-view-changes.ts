import type { Db, Tx } from "../../../db/database.ts";
import { recordChange, recordUpdate } from "../../../db/recorded-change.ts";
import { inTransaction } from "../../../db/transaction.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Granted } from "../../../kernel/permissions.ts";
import { notFound } from "../../../kernel/refusal.ts";
import { savedViewEvents } from "./events.ts";
import {
  isSeenBy,
  type NewView,
  refuseOthers,
  type SavedView,
  type ViewChanges,
  viewFrom,
  withChanges,
} from "./saved-view.ts";
import { deleteViewRow, insertView, lockView, saveView } from "./saved-view-store.ts";

interface Deps {
  db: Db;
  author: { userId: string; granted: Granted };
}

/** Returns the id of the new view. */
export const createView = ({ db, author }: Deps, input: NewView): Promise<string> =>
  inTransaction(db, async (tx) => {
    const view = viewFrom(input, { id: newId("view"), userId: author.userId });
    await insertView(tx, view);
    recordChange(tx, { before: null, after: view });
    await savedViewEvents.announce(tx, "saved-view.created", { id: view.id });
    return view.id;
  });

export const updateView = ({ db, author }: Deps, id: string, changes: ViewChanges): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = await lockOwn(tx, id, author);
    const after = withChanges(before, changes);
    await saveView(tx, after);
    recordUpdate(tx, before, after);
    await savedViewEvents.announce(tx, "saved-view.updated", { id });
  });

export const deleteView = ({ db, author }: Deps, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = await lockOwn(tx, id, author);
    await deleteViewRow(tx, id);
    recordChange(tx, { before, after: null });
    await savedViewEvents.announce(tx, "saved-view.deleted", { id });
  });

/** A private view of another user does not exist for the caller. */
async function lockOwn(tx: Tx, id: string, author: Deps["author"]): Promise<SavedView> {
  const view = await lockView(tx, id);
  if (!view || !isSeenBy(view, author.userId)) throw notFound("Saved view", id);
  refuseOthers(view, author);
  return view;
}
