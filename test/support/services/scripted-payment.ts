import type { PaymentProvider, PaymentStatus } from "../../../src/providers/ports/payment.ts";
import type { TestShop } from "../fixtures/shop.ts";

/** A payment service whose answers the test decides. It records its calls. */
export class ScriptedPayment implements PaymentProvider {
  readonly id = "scripted";
  answer: Exclude<PaymentStatus, "canceled"> = "authorized";
  /** Called while the service authorizes. */
  meanwhile: () => Promise<void> = async () => {};
  asked: string[] = [];
  keys: string[] = [];

  initiate: PaymentProvider["initiate"] = async ({ amount }) => this.note("initiate", { amount });
  update: PaymentProvider["update"] = async (_data, { amount }) => this.note("update", { amount });
  authorize: PaymentProvider["authorize"] = async ({ data, idempotencyKey }) => {
    this.keys.push(idempotencyKey);
    await this.meanwhile();
    return { status: this.answer, data: this.note("authorize", { ...data, isAuthorized: true }) };
  };
  capture: PaymentProvider["capture"] = async ({ data }) => this.note("capture", data);
  refund: PaymentProvider["refund"] = async ({ data }) => this.note("refund", data);
  cancel: PaymentProvider["cancel"] = async ({ data }) => this.note("cancel", data);
  deleteSession: PaymentProvider["deleteSession"] = async () => {
    this.note("deleteSession", {});
  };
  status: PaymentProvider["status"] = async () => "pending";

  reset(): void {
    this.answer = "authorized";
    this.meanwhile = async () => {};
    this.asked = [];
    this.keys = [];
  }

  private note<Data extends Record<string, unknown>>(what: string, data: Data): Data {
    this.asked.push(what);
    return data;
  }
}

/** What there is of orders and money for a cart. */
export async function bookingsOf({ db }: TestShop, cartId: string) {
  const [found] = await db.run<{ orders: number; payments: number; placed: number }>({
    text: `select (select count(*) from "order" where cart_id = $1) as orders,
      (select count(*) from payment where cart_id = $1) as payments,
      (select count(*) from tradewind.event where name = 'order.placed'
        and entity_id in (select id from "order" where cart_id = $1)) as placed`,
    values: [cartId],
  });
  return found!;
}

export async function stockOfVariant({ db }: TestShop, variantId: string): Promise<number> {
  const [row] = await db.run<{ inventory_quantity: number }>({
    text: "select inventory_quantity from product_variant where id = $1",
    values: [variantId],
  });
  return row!.inventory_quantity;
}
