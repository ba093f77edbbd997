import type { Tx } from "../../../../db/database.ts";
import { inTransaction } from "../../../../db/transaction.ts";
import { announce, announceEach } from "../../../../events/announce.ts";
import { type Metadata, mergedMetadata } from "../../../../kernel/metadata.ts";
import { invalid, notFound } from "../../../../kernel/refusal.ts";
import { updateClaimRow } from "../../../orders/exchanges/index.ts";
import { lockOrder, readOrderInWork } from "../../../orders/orders/index.ts";
import { claimOf } from "../claim.ts";
import { putClaimMethods } from "../claim-goods-store.ts";
import {
  type ItemChanges,
  type ReadItem,
  readClaimItems,
  replaceImages,
  replaceTags,
  saveClaimItem,
} from "../claim-item-store.ts";
import { allowClaim } from "../claim-state.ts";
import { readClaimMetadata } from "../claim-store.ts";
import type { ClaimDeps } from "./deps.ts";
import { type PreparedMethods, prepareMethods, type WantedMethod } from "./prepare-goods.ts";

export interface ClaimChanges {
  claim_items?: readonly ItemChanges[];
  shipping_methods?: readonly WantedMethod[];
  no_notification?: boolean;
  metadata?: Metadata;
}

interface Ref {
  orderId: string;
  claimId: string;
}

export async function updateClaim(deps: ClaimDeps, ref: Ref, changes: ClaimChanges): Promise<void> {
  const methods = await preparedMethods(deps, ref, changes.shipping_methods);
  await inTransaction(deps.db, async (tx) => {
    const claim = claimOf(await lockOrder(deps.graph, tx, ref.orderId), ref.claimId);
    allowClaim("update", claim);
    if (methods) await putClaimMethods(tx, { ...ref, ...methods });
    await changeItems(tx, claim.id, changes.claim_items ?? []);
    const no_notification = changes.no_notification ?? claim.no_notification;
    const before = await readClaimMetadata(tx, claim.id);
    const metadata = changes.metadata ? mergedMetadata(before, changes.metadata) : before;
    await updateClaimRow(tx, { id: claim.id, no_notification, metadata });
    await announce(tx, "claim.updated", { id: claim.id, no_notification });
  });
}

/** Carriers are asked while nothing is locked. */
async function preparedMethods(
  deps: ClaimDeps,
  { orderId, claimId }: Ref,
  wanted: readonly WantedMethod[] | undefined,
): Promise<PreparedMethods | null> {
  const order = await readOrderInWork(deps.graph, deps.db, orderId);
  const claim = claimOf(order, claimId);
  allowClaim("update", claim);
  if (!wanted) return null;
  return prepareMethods(deps, order, { wanted, lines: claim.additional_items });
}

async function changeItems(tx: Tx, claimId: string, changes: readonly ItemChanges[]): Promise<void> {
  if (changes.length === 0) return;
  const ids = changes.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalid("claim_items: an item is named twice");
  const items = await readClaimItems(tx, claimId, ids);
  for (const change of changes) await changeItem(tx, items.get(change.id)!, change);
  await announceEach(
    tx,
    "claim_item.updated",
    ids.map((id) => ({ id })),
  );
}

async function changeItem(tx: Tx, item: ReadItem, change: ItemChanges): Promise<void> {
  const { id, note = item.note, reason = item.reason, images, tags } = change;
  const metadata = change.metadata ? mergedMetadata(item.metadata, change.metadata) : item.metadata;
  await saveClaimItem(tx, { id, note, reason, metadata });
  if (images) await changeImages(tx, item, images);
  if (tags) {
    await replaceTags(tx, id, {
      ids: tags.flatMap((tag) => tag.id ?? []),
      names: tags.flatMap((tag) => (tag.id === undefined && tag.value ? [tag.value] : [])),
    });
  }
}

async function changeImages(
  tx: Tx,
  item: ReadItem,
  images: NonNullable<ItemChanges["images"]>,
): Promise<void> {
  const kept = images.flatMap((image) => image.id ?? []);
  const missing = kept.find((id) => !item.images.includes(id));
  if (missing !== undefined) throw notFound("Claim image", missing);
  const urls = images.flatMap((image) => (image.id === undefined && image.url ? [image.url] : []));
  await replaceImages(tx, item.id, { kept, urls });
}
