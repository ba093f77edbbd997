import type { Tx } from "../../../../db/database.ts";
import { inSideTransaction, inTransaction } from "../../../../db/transaction.ts";
import { enqueue } from "../../../../jobs/queue.ts";
import { minutes } from "../../../../kernel/dates.ts";
import { newId } from "../../../../kernel/ids.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import {
  type LockedOrder,
  lockOrder,
  readDestination,
  readOrderWithoutLock,
  requireOrderAllows,
  totalsOfOrder,
} from "../../../orders/orders/index.ts";
import type { CartDeps } from "../../../selling/carts/index.ts";
import { reserveStock } from "../../../stock/inventory/index.ts";
import {
  insertReturn,
  linesToReturn,
  prepareReturnShipping,
  type ReturnShipping,
  type ReturnShippingInput,
  shippingChoiceFrom,
} from "../../returns/index.ts";
import {
  type ClaimTerms,
  checkClaimTerms,
  claimItemsFrom,
  claimRefundAmount,
  quantitiesByLine,
  stockLinesOf,
} from "../claim.ts";
import { insertClaimItems } from "../claim-item-store.ts";
import {
  type ClaimAddress,
  findBegunClaim,
  insertClaim,
  insertClaimLines,
  replaceClaimMethods,
  type TaxedLine,
} from "../claim-store.ts";
import { announceClaim, FINISH_CLAIM, finishOrDelete } from "./finish-claim.ts";
import {
  type PreparedMethods,
  prepareLines,
  prepareMethods,
  type ShippingMethodRequest,
} from "./prepare-goods.ts";

interface ClaimRequest extends ClaimTerms {
  orderId: string;
  /** Present: the customer returns the claimed items. */
  return_shipping?: ReturnShippingInput;
  shipping_methods?: readonly ShippingMethodRequest[];
  shipping_address?: ClaimAddress;
  no_notification?: boolean;
  return_location_id?: string;
  metadata?: Metadata;
  idempotencyKey: string;
}

/** The results of provider calls, which are made before the order is locked. */
interface PreparedClaim {
  lines: TaxedLine[];
  methods: PreparedMethods;
  returnShipping: ReturnShipping | null;
}

/** Compensates the customer for faulty goods of an order, by a refund or by new goods. */
export async function createClaim(deps: CartDeps, request: ClaimRequest): Promise<void> {
  checkClaimTerms(request);
  // A repetition of the request after a crash continues with the claim that was inserted.
  const begun = await findBegunClaim(deps.db, request.orderId, request.idempotencyKey);
  if (begun !== null) return finishOrDelete(deps, begun);
  const prepared = await prepare(deps, request);
  const needsNoProvider = request.type === "replace" && prepared.returnShipping === null;
  if (needsNoProvider) {
    await inTransaction(deps.db, async (tx) => {
      const { order, claimId } = await insertPrepared(deps, tx, { request, prepared });
      await announceClaim(deps, tx, { orderId: order.id, claimId });
    });
    return;
  }
  const claimId = await inSideTransaction(deps.db, async (tx) => {
    const begun = await insertPrepared(deps, tx, { request, prepared });
    await enqueueFinish(tx, begun.claimId);
    return begun.claimId;
  });
  await finishOrDelete(deps, claimId);
}

/** Only for a crash: normally the request itself finishes the claim before the job starts. */
const enqueueFinish = (tx: Tx, id: string) =>
  enqueue(tx, {
    task: FINISH_CLAIM,
    payload: { id },
    key: `${FINISH_CLAIM}:${id}`,
    after: minutes(2),
    attempts: 10,
  });

function checkedItems(order: LockedOrder, request: ClaimRequest) {
  requireOrderAllows("claim", order);
  const items = claimItemsFrom(order, request);
  if (request.return_shipping) linesToReturn(order, quantitiesByLine(items));
  return items;
}

async function prepare(deps: CartDeps, request: ClaimRequest): Promise<PreparedClaim> {
  const { orderId, additional_items, shipping_methods = [], return_shipping } = request;
  const order = await readOrderWithoutLock(deps.graph, deps.db, orderId);
  const items = quantitiesByLine(checkedItems(order, request));
  const lines = await prepareLines(deps, order, additional_items);
  const choice = shippingChoiceFrom(return_shipping);
  return {
    lines,
    methods: await prepareMethods(deps, order, { requested: shipping_methods, lines }),
    returnShipping: choice ? await prepareReturnShipping(deps, order, { items, choice }) : null,
  };
}

/** Inserts the claim, its goods and its return, and reserves the stock. */
async function insertPrepared(
  deps: CartDeps,
  tx: Tx,
  { request, prepared }: { request: ClaimRequest; prepared: PreparedClaim },
): Promise<{ order: LockedOrder; claimId: string }> {
  const order = await lockOrder(deps.graph, tx, request.orderId);
  const items = checkedItems(order, request);
  const claimId = newId("claim");
  const noNotification = request.no_notification ?? order.no_notification;
  const refundAmount = claimRefundAmount(order, request, totalsOfOrder(order.$facts).whole.refundable_amount);
  await insertClaimRow(tx, { order, request, claimId, noNotification, refundAmount });
  await insertClaimItems(tx, claimId, items);
  await insertClaimLines(tx, claimId, prepared.lines);
  await replaceClaimMethods(tx, { claimId, orderId: order.id, ...prepared.methods });
  if (request.return_shipping) {
    await insertReturn(tx, order, {
      items: quantitiesByLine(items),
      shipping: prepared.returnShipping,
      // The refund of the claim, if any, is also the refund of the return.
      refundAmount: refundAmount ?? undefined,
      owner: { claim_order_id: claimId },
      noNotification,
      locationId: request.return_location_id,
    });
  }
  await reserveStock(tx, {
    lines: stockLinesOf({ additional_items: prepared.lines }),
    salesChannelId: order.sales_channel_id,
    rules: deps.providers.rules,
    destination: () => readDestination(tx, order.id),
  });
  return { order, claimId };
}

interface ClaimRowInput {
  order: LockedOrder;
  request: ClaimRequest;
  claimId: string;
  noNotification: boolean | null;
  refundAmount: number | null;
}

async function insertClaimRow(tx: Tx, row: ClaimRowInput): Promise<void> {
  const { order, request, claimId, noNotification, refundAmount } = row;
  const { type, shipping_address, metadata = null, idempotencyKey } = request;
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
