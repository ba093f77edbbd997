import type { AppContext } from "../../../../http/routes.ts";
import { invalid, Refusal } from "../../../../kernel/refusal.ts";
import {
  addShippingMethod,
  preparePaymentSessions,
  selectedSession,
  selectPaymentSession,
  updateCartAnd,
} from "../../../selling/carts/index.ts";
import { completeCart } from "../../checkout/index.ts";
import { isDeclined, missingField, type Payment, sentAddress } from "../payment.ts";
import type { AddressField } from "../texts.ts";

export type Sent = Readonly<Record<string, string>>;

/** A field of the form that is needed. The page names it in the language of the customer. */
export class MissingField extends Error {
  constructor(readonly field: AddressField) {
    super(field);
  }
}

/** Saves the address that the customer typed. One that the merchant has entered is not replaced. */
export async function saveAddress(context: AppContext, payment: Payment, sent: Sent): Promise<void> {
  if (!payment.needsAddress) return;
  const missing = missingField(sent);
  if (missing) throw new MissingField(missing);
  const address = sentAddress(sent);
  if (!payment.countries.includes(address.country_code!)) throw new MissingField("country_code");
  await updateCartAnd(context, {
    cartId: payment.cartId,
    changes: { shipping_address: address },
    isAdmin: false,
    also: async () => {},
  });
}

/** Only what is offered can be chosen, and only where nothing was chosen. */
export async function saveShipping(context: AppContext, payment: Payment, sent: Sent): Promise<void> {
  if (!payment.needsShipping) return;
  const option = payment.options.find(({ id }) => id === sent["option_id"]);
  if (!option) throw invalid("option_id: it is not offered");
  await addShippingMethod(context, payment.cartId, { optionId: option.id, data: {} });
}

export type Outcome = "done" | "waiting" | "script";

interface PayRequest {
  payment: Payment;
  sent: Sent;
  ip: string;
}

/**
 * Pays what the customer saw, or nothing. The completion does it once, whatever happens in other tabs, at the desk of the merchant,
 * or by the webhook of the payment service. Refused attempts are counted: the page is no place to try out cards.
 */
export async function pay(context: AppContext, request: PayRequest): Promise<Outcome> {
  const outcome = await context.limits.guarded<Outcome | Refusal>(
    { what: "payment", account: request.payment.cartId, address: request.ip },
    () => attempt(context, request).catch(declinedOr),
    (each) => each === "done" || each === "script",
  );
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

/** A payment that was declined is an outcome, which counts. Another refusal has tried out nothing. */
function declinedOr(error: unknown): Refusal {
  if (error instanceof Refusal && isDeclined(error)) return error;
  throw error;
}

async function attempt(context: AppContext, { payment, sent, ip }: PayRequest): Promise<Outcome> {
  const { cartId, sums } = payment;
  const total = Math.max(sums.total, 0);
  if (Number(sent["total"]) !== total) throw amountChanged();
  if (payment.needsAddress || payment.needsShipping) throw invalid("The address and the shipping come first");
  if (total > 0) {
    const provider = payment.providers.find(({ id }) => id === sent["provider_id"]);
    if (!provider) throw invalid("provider_id: it is not offered");
    if (sent["step"] === "pay") {
      await preparePaymentSessions(context, cartId);
      await selectPaymentSession(context, cartId, provider.id);
      if (!provider.isLocal) return "script";
    }
  }
  const completion = await completeCart(context, { cartId, ip, expectedTotal: total });
  return completion.type === "cart" ? "waiting" : "done";
}

const amountChanged = () => new Refusal("conflict", "The amount has changed", "amount_changed");

/** The provider whose script the page shows, with the data of its session; null if none was chosen. */
export function chosenScript({ providers }: AppContext, cart: Parameters<typeof selectedSession>[0]) {
  const session = selectedSession(cart);
  const payPage = session && providers.payment.find(session.provider_id)?.payPage;
  return payPage ? { providerId: session.provider_id, payPage, data: payPage.dataFor(session.data) } : null;
}
