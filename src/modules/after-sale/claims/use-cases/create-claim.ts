import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { minutes } from "../../../../kernel/dates.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import {
  allowOrder,
  lockOrder,
  type OrderInWork,
  readOrderInWork,
  totalsOfOrder,
} from "../../../orders/orders/index.ts";
import { reserveStock } from "../../../stock/inventory/index.ts";
import {
  type AskedShipping,
  insertReturn,
  linesToReturn,
  prepareReturnShipping,
  type ReturnShipping,
  shippingChosen,
} from "../../returns/index.ts";
import { type AskedClaim, claimedItems, piecesOf, refundOf, refuseContradiction } from "../claim.ts";
import { insertClaimLines, putClaimMethods, type TaxedLine } from "../claim-goods-store.ts";
import { insertClaimItems } from "../claim-item-store.ts";
import { type ClaimAddress, findBegunClaim, insertClaim } from "../claim-store.ts";
import type { ClaimDeps } from "./deps.ts";
import { announceClaim, FINISH_CLAIM, finishOrForget } from "./finish-claim.ts";
import { type PreparedMethods, prepareLines, prepareMethods, type WantedMethod } from "./prepare-goods.ts";
import { stockLinesOf } from "./stock-lines-of.ts";

/** A claim as an administrator asks for it. */
export interface WantedClaim extends AskedClaim {
  orderId: string;
  /** That goods come back, and how. */
  return_shipping?: AskedShipping;
  shipping_methods?: readonly WantedMethod[];
  shipping_address?: ClaimAddress;
  no_notification?: boolean;
  return_location_id?: string;
  metadata?: Metadata;
  idempotencyKey: string;
}

/** What others had to be asked for before anything is locked. */
interface Prepared {
  lines: TaxedLine[];
  methods: PreparedMethods;
  returnShipping: ReturnShipping | null;
}

/** Something was wrong with goods of an order: the shop gives money back, or sends others. */
export async function createClaim(deps: ClaimDeps, wanted: WantedClaim): Promise<void> {
  refuseContradiction(wanted);
  // The same request, after a crash: it goes on with what it has begun.
  const begun = await findBegunClaim(deps.db, wanted.orderId, wanted.idempotencyKey);
  if (begun !== null) return finishOrForget(deps, begun);
  const prepared = await prepare(deps, wanted);
  const isDoneAtOnce = wanted.type === "replace" && prepared.returnShipping === null;
  if (isDoneAtOnce) {
    await inTransaction(deps.db, async (tx) => {
      const { order, claimId } = await begin(deps, tx, { wanted, prepared });
      await announceClaim(deps, tx, { orderId: order.id, claimId });
    });
    return;
  }
  const claimId = await inSideTransaction(deps.db, async (tx) => {
    const begun = await begin(deps, tx, { wanted, prepared });
    await finishLater(tx, begun.claimId);
    return begun.claimId;
  });
  await finishOrForget(deps, claimId);
}

/** The request finishes it itself at once; the job is for what a crash leaves. */
const finishLater = (tx: Tx, id: string) =>
  enqueue(tx, {
    task: FINISH_CLAIM,
    payload: { id },
    key: `${FINISH_CLAIM}:${id}`,
    after: minutes(2),
    attempts: 10,
  });

function checked(order: OrderInWork, wanted: WantedClaim) {
  allowOrder("claim", order);
  const items = claimedItems(order, wanted.claim_items);
  if (wanted.return_shipping) linesToReturn(order, piecesOf(items));
  return items;
}

async function prepare(deps: ClaimDeps, wanted: WantedClaim): Promise<Prepared> {
  const { orderId, additional_items, shipping_methods = [], return_shipping } = wanted;
  const order = await readOrderInWork(deps.graph, deps.db, orderId);
  const items = piecesOf(checked(order, wanted));
  const lines = await prepareLines(deps, order, additional_items);
  const choice = shippingChosen(return_shipping);
  return {
    lines,
    methods: await prepareMethods(deps, order, { wanted: shipping_methods, lines }),
    returnShipping: choice ? await prepareReturnShipping(deps, order, { items, choice }) : null,
  };
}

/** Writes everything down that does not depend on others: the claim, its goods, their stock, and what comes back. */
async function begin(
  deps: ClaimDeps,
  tx: Tx,
  { wanted, prepared }: { wanted: WantedClaim; prepared: Prepared },
): Promise<{ order: OrderInWork; claimId: string }> {
  const order = await lockOrder(deps.graph, tx, wanted.orderId);
  const items = checked(order, wanted);
  const claimId = newId("claim");
  const noNotification = wanted.no_notification ?? order.no_notification;
  const refundAmount = refundOf(order, wanted, totalsOfOrder(order.$facts).whole.refundable_amount);
  await insertClaimRow(tx, { order, wanted, claimId, noNotification, refundAmount });
  await insertClaimItems(tx, claimId, items);
  await insertClaimLines(tx, claimId, prepared.lines);
  await putClaimMethods(tx, { claimId, orderId: order.id, ...prepared.methods });
  if (wanted.return_shipping) {
    await insertReturn(tx, order, {
      items: piecesOf(items),
      shipping: prepared.returnShipping,
      // The claim itself makes up for the goods: it says what it gives back for them, if it does.
      refundAmount: refundAmount ?? undefined,
      owner: { claim_order_id: claimId },
      noNotification,
      locationId: wanted.return_location_id,
    });
  }
  await reserveStock(tx, {
    lines: stockLinesOf({ additional_items: prepared.lines }),
    salesChannelId: order.sales_channel_id,
  });
  return { order, claimId };
}

interface NewRow {
  order: OrderInWork;
  wanted: WantedClaim;
  claimId: string;
  noNotification: boolean | null;
  refundAmount: number | null;
}

async function insertClaimRow(tx: Tx, row: NewRow): Promise<void> {
  const { order, wanted, claimId, noNotification, refundAmount } = row;
  const { type, shipping_address, metadata = null, idempotencyKey } = wanted;
  const address = shipping_address ? { ...shipping_address, id: newId("addr") } : null;
  await insertClaim(
    tx,
    {
      id: claimId,
      order_id: order.id,
      type,
      payment_status: type === "refund" ? "not_refunded" : "na",
      refund_amount: refundAmount,
      shipping_address_id: address?.id ?? order.shipping_address_id,
      no_notification: noNotification,
      metadata,
      idempotency_key: idempotencyKey,
    },
    address,
  );
}
