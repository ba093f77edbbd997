import type { Tx } from "../../../../db/database.ts";
import type { Metadata } from "../../../../kernel/metadata.ts";
import { type SwapConfirmation, saveSwapConfirmation } from "../../../orders/exchanges/index.ts";
import { insertPayment } from "../../../orders/payment-records/index.ts";

/** A swap that its customer has confirmed. */
export interface ConfirmedSwap extends SwapConfirmation {
  orderId: string;
  cartId: string;
  currencyCode: string;
  payment: { id: string; amount: number; providerId: string; data: Metadata } | null;
}

/** The payment belongs to the order, too: what is paid for a swap can be given back with the rest. */
export async function saveConfirmation(tx: Tx, confirmed: ConfirmedSwap): Promise<void> {
  const { orderId, cartId, currencyCode, payment, id, differenceDue, paymentStatus, shippingAddressId } =
    confirmed;
  if (payment) {
    const { providerId: provider_id, ...paid } = payment;
    const of = { cart_id: cartId, order_id: orderId, swap_id: id };
    await insertPayment(tx, { ...paid, ...of, provider_id, currency_code: currencyCode });
  }
  await saveSwapConfirmation(tx, { id, differenceDue, paymentStatus, shippingAddressId });
}
