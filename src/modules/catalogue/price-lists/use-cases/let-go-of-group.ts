import type { Tx } from "../../../../db/database.ts";
import { announceAll } from "../../../../events/announce.ts";
import { draftListsOnlyFor } from "../list-groups-store.ts";

/**
 * A customer group, which this transaction has locked, is about to be deleted. A list without groups is for everybody, so
 * lists that are for this group alone become drafts: the shop decides what becomes of them.
 */
export async function letGoOfGroup(tx: Tx, groupId: string): Promise<void> {
  const drafted = await draftListsOnlyFor(tx, groupId);
  await announceAll(
    tx,
    drafted.map((id) => ({ name: "price-list.updated", data: { id } })),
  );
}
