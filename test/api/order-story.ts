import type { Answer, Client } from "../support/clients/client.ts";
import type { ReturnPlace } from "../support/factories/returns.ts";
import type { TestShop } from "../support/fixtures/shop.ts";

/** One of the things that merchants and customers do after an order was placed, with numbers to do it with. */
export interface Action {
  kind: "capture" | "send" | "refund" | "return" | "claim" | "swap" | "edit" | "cancel";
  pieces: number;
  amount: number;
}

/** Where a story happens. */
export interface StoryWorld {
  shop: Pick<TestShop, "admin" | "visitor">;
  place: ReturnPlace;
  /** What swaps and edits add. */
  variantId: string;
  providerId: string;
}

/** An order and what happens to it, through the API. */
export class OrderStory {
  private readonly admin: Client;
  private readonly customer: Client;

  constructor(
    readonly orderId: string,
    private readonly world: StoryWorld,
  ) {
    this.admin = world.shop.admin;
    this.customer = world.shop.visitor();
  }

  read = async () => (await this.admin.get(`/admin/orders/${this.orderId}`)).body.order;
  private at = (path: string, body?: unknown) =>
    this.admin.post(`/admin/orders/${this.orderId}/${path}`, body);
  private someLine = async () => (await this.read()).items[0].id as string;

  readonly tell: Record<Action["kind"], (action: Action) => Promise<Answer>> = {
    capture: () => this.at("capture"),
    send: async () => {
      const { items } = await this.read();
      const left = items.map(({ id, quantity, fulfilled_quantity }: Record<string, number>) => ({
        item_id: id,
        quantity: quantity! - (fulfilled_quantity ?? 0),
      }));
      return this.at("fulfillment", { items: left });
    },
    refund: ({ amount }) => this.at("refund", { amount, reason: "other" }),
    return: async ({ pieces, amount }) =>
      this.at("return", {
        items: [{ item_id: await this.someLine(), quantity: pieces }],
        receive_now: true,
        ...(amount % 2 === 0 ? { refund: amount } : {}),
      }),
    claim: async ({ pieces, amount }) =>
      this.at("claims", {
        type: "refund",
        refund_amount: amount,
        claim_items: [{ item_id: await this.someLine(), quantity: pieces, reason: "other" }],
      }),
    swap: (action) => this.swap(action),
    edit: (action) => this.edit(action),
    cancel: () => this.at("cancel"),
  };

  /** A piece comes back, others are sent; the difference is paid or refunded. */
  private async swap({ pieces, amount }: Action): Promise<Answer> {
    const asked = await this.at("swaps", {
      return_items: [{ item_id: await this.someLine(), quantity: 1 }],
      additional_items: [{ variant_id: this.world.variantId, quantity: pieces }],
    });
    if (asked.status !== 200) return asked;
    const swap = asked.body.order.swaps.at(-1);
    await this.customer.post(`/store/carts/${swap.cart_id}/shipping-methods`, {
      option_id: this.world.place.optionId,
    });
    await this.customer.post(`/store/carts/${swap.cart_id}/payment-sessions`);
    const completed = await this.customer.post(`/store/carts/${swap.cart_id}/complete`);
    if (completed.status !== 200 || amount % 3 === 0) return completed;
    return this.at(`swaps/${swap.id}/process-payment`);
  }

  /** More or fewer pieces; an additional amount is paid before the edit is confirmed. */
  private async edit({ pieces, amount }: Action): Promise<Answer> {
    const begun = await this.admin.post("/admin/order-edits", { order_id: this.orderId });
    if (begun.status !== 200) return begun;
    const { id, items } = begun.body.order_edit;
    const path = `/admin/order-edits/${id}`;
    const changed =
      amount % 2 === 0
        ? await this.admin.post(`${path}/items`, { variant_id: this.world.variantId, quantity: pieces })
        : await this.admin.post(`${path}/items/${items[0].id}`, { quantity: pieces });
    if (changed.status !== 200) return this.admin.post(`${path}/cancel`);
    const requested = await this.admin.post(`${path}/request`);
    const collection = requested.body.order_edit?.payment_collection_id;
    if (collection) {
      const paid = `/store/payment-collections/${collection}/sessions`;
      const opened = await this.customer.post(paid, { provider_id: this.world.providerId });
      const [session] = opened.body.payment_collection.payment_sessions;
      await this.customer.post(`${paid}/${session.id}/authorize`);
    }
    const agreed = await this.customer.post(`/store/order-edits/${id}/complete`);
    return agreed.status === 200 ? agreed : this.admin.post(`${path}/cancel`);
  }
}
