import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { type Metadata, mergedMetadata } from "../../../../kernel/metadata.ts";
import { invalid, notFound } from "../../../../kernel/refusal.ts";
import { cancelClaimRow, updateClaimRow } from "../../../orders/exchange-rows/index.ts";
import { lockOrder, readOrderWithoutLock } from "../../../orders/orders/index.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import { releaseReservations } from "../../../stock/inventory/index.ts";
import { refuseIfGoodsReturned } from "../../returns/index.ts";
import { claimOf, stockLinesOf } from "../claim.ts";
import {
  type ClaimItemChanges,
  type ClaimItemRow,
  readClaimItems,
  replaceImages,
  replaceTags,
  saveClaimItem,
} from "../claim-item-store.ts";
import { requireClaimAllows } from "../claim-state.ts";
import { readClaimMetadata, replaceClaimMethods } from "../claim-store.ts";
import { claimEvents } from "../events.ts";
import { type PreparedMethods, prepareMethods, type ShippingMethodRequest } from "./prepare-goods.ts";

interface ClaimChanges {
  claim_items?: readonly ClaimItemChanges[];
  shipping_methods?: readonly ShippingMethodRequest[];
  no_notification?: boolean;
  metadata?: Metadata;
}

interface ClaimRef {
  orderId: string;
  claimId: string;
}

export async function updateClaim(deps: CartDeps, ref: ClaimRef, changes: ClaimChanges): Promise<void> {
  const methods = await methodsFor(deps, ref, changes.shipping_methods);
  await inTransaction(deps.db, async (tx) => {
    const claim = claimOf(await lockOrder(deps.graph, tx, ref.orderId), ref.claimId);
    requireClaimAllows("update", claim);
    if (methods) await replaceClaimMethods(tx, { ...ref, ...methods });
    await changeItems(tx, claim.id, changes.claim_items ?? []);
    const no_notification = changes.no_notification ?? claim.no_notification;
    const before = await readClaimMetadata(tx, claim.id);
    const metadata = changes.metadata ? mergedMetadata(before, changes.metadata) : before;
    await updateClaimRow(tx, { id: claim.id, no_notification, metadata });
    await claimEvents.announce(tx, "claim.updated", { id: claim.id, no_notification });
  });
}

/** Calls the carriers, so the caller must not hold a lock. */
async function methodsFor(
  deps: CartDeps,
  { orderId, claimId }: ClaimRef,
  requested: readonly ShippingMethodRequest[] | undefined,
): Promise<PreparedMethods | null> {
  const order = await readOrderWithoutLock(deps.graph, deps.db, orderId);
  const claim = claimOf(order, claimId);
  requireClaimAllows("update", claim);
  if (!requested) return null;
  return prepareMethods(deps, order, { requested, lines: claim.additional_items });
}

async function changeItems(tx: Tx, claimId: string, changes: readonly ClaimItemChanges[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalid("claim_items: an item is named twice");
  const items = await readClaimItems(tx, claimId, ids);
  for (const change of changes) await changeItem(tx, items.get(change.id)!, change);
  await claimEvents.announceEach(
    tx,
    "claim_item.updated",
    ids.map((id) => ({ id })),
  );
}

async function changeItem(tx: Tx, item: ClaimItemRow, change: ClaimItemChanges): Promise<void> {
  const { id, note = item.note, reason = item.reason, images, tags } = change;
  const metadata = change.metadata ? mergedMetadata(item.metadata, change.metadata) : item.metadata;
  await saveClaimItem(tx, { id, note, reason, metadata });
  if (images) await changeImages(tx, item, images);
  if (tags) {
    await replaceTags(tx, id, {
      ids: tags.flatMap((tag) => tag.id ?? []),
      values: tags.flatMap((tag) => (tag.id === undefined && tag.value ? [tag.value] : [])),
    });
  }
}

async function changeImages(
  tx: Tx,
  item: ClaimItemRow,
  images: NonNullable<ClaimItemChanges["images"]>,
): Promise<void> {
  const keptIds = images.flatMap((image) => image.id ?? []);
  const missing = keptIds.find((id) => !item.images.includes(id));
  if (missing !== undefined) throw notFound("Claim image", missing);
  const urls = images.flatMap((image) => (image.id === undefined && image.url ? [image.url] : []));
  await replaceImages(tx, item.id, { keptIds, urls });
}

/** Releases the reservations of the new goods. */
export const cancelClaim = (
  { db, graph }: Pick<CartDeps, "db" | "graph">,
  { orderId, claimId: id }: { orderId: string; claimId: string },
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const order = await lockOrder(graph, tx, orderId);
    const claim = claimOf(order, id);
    requireClaimAllows("cancel", claim);
    if (claim.canceled_at !== null) return;
    refuseIfGoodsReturned(order, claim);
    await releaseReservations(tx, stockLinesOf(claim));
    await cancelClaimRow(tx, id);
    await claimEvents.announce(tx, "claim.canceled", { id, no_notification: claim.no_notification });
  });
