import { GivenUp } from "../support/clients/persistent-client.ts";
import type { RandomSource } from "./random-source.ts";
import { Refused, shown, told, type World } from "./world.ts";

const actions = {
  capture: 8,
  pack: 6,
  ship: 4,
  refund: 3,
  return: 3,
  unpack: 1,
  swap: 2,
  claim: 1,
  edit: 2,
  cancel: 1,
};
type Action = keyof typeof actions;

interface ShownLine {
  id: string;
  variant_id: string;
  quantity: number;
  fulfilled_quantity: number | null;
  returned_quantity: number | null;
  shipped_quantity: number | null;
}

/** Does with orders what merchants do, in any order and several at the same one. */
export class Merchant {
  constructor(
    private readonly world: World,
    private readonly random: RandomSource,
  ) {}

  async works(): Promise<void> {
    const { memory } = this.world;
    const action = this.random.weighed(actions);
    const orders = [...(action === "refund" ? memory.paid : memory.orders.keys())];
    if (orders.length === 0) return;
    // Mostly recent ones, so that several are at the same order.
    const id = this.random.isLucky(0.7) ? this.random.pick(orders.slice(-12)) : this.random.pick(orders);
    try {
      await this.does[action](id);
      memory.count(`actions ${action}`);
    } catch (error) {
      if (error instanceof GivenUp) return;
      if (!(error instanceof Refused)) throw error;
      memory.count(`actions refused ${action}`);
      // Lines get other ids when another user edits the order meanwhile.
      const isMeanwhile = action !== "edit" && /^404\s+Line item/.test(error.message);
      if ([401, 404].includes(error.answer.status) && !isMeanwhile) {
        memory.violation(`a merchant was answered ${error.message} at ${action} of ${id}`);
      }
    }
  }

  private at = (id: string, action: string, body?: unknown) =>
    told(this.world.admin, `/admin/orders/${id}/${action}`, body);

  private read = async (id: string) => (await shown(this.world.admin, `/admin/orders/${id}`)).order;

  private lines = async (id: string): Promise<ShownLine[]> => (await this.read(id)).items;

  private isLocated = ({ variant_id }: ShownLine) => variant_id === this.world.stock.located.variantId;

  private readonly does: Record<Action, (id: string) => Promise<void>> = {
    capture: async (id) => {
      const body = await this.at(id, "capture");
      for (const { id: paymentId, captured_at } of body?.order.payments ?? []) {
        if (captured_at === null) continue;
        this.world.memory.captured.add(paymentId);
        this.world.memory.paid.add(id);
      }
    },
    pack: async (id) => {
      const left = (await this.lines(id)).flatMap(
        ({ id: item_id, quantity, fulfilled_quantity, returned_quantity }) => {
          const open = quantity - (fulfilled_quantity ?? 0) - (returned_quantity ?? 0);
          return open > 0 ? [{ item_id, quantity: open }] : [];
        },
      );
      if (left.length === 0) return;
      const body = await this.at(id, "fulfillment", { items: left });
      for (const { id: made } of body?.order.fulfillments ?? []) this.world.memory.fulfillments.add(made);
    },
    ship: async (id) => {
      const { fulfillments } = await this.read(id);
      const open = fulfillments.find(
        (each: { canceled_at: unknown; shipped_at: unknown }) => !each.canceled_at && !each.shipped_at,
      );
      if (open) await this.at(id, "shipment", { fulfillment_id: open.id });
    },
    unpack: async (id) => {
      const { fulfillments } = await this.read(id);
      const open = fulfillments.find(
        (each: { canceled_at: unknown; shipped_at: unknown }) => !each.canceled_at && !each.shipped_at,
      );
      if (open) await this.at(id, `fulfillments/${open.id}/cancel`);
    },
    refund: async (id) => {
      const amount = this.random.whole(1, 300);
      await this.at(id, "refund", { amount, reason: "other" });
      const { refunds } = this.world.memory;
      refunds.set(id, [...(refunds.get(id) ?? []), amount]);
    },
    return: async (id) => {
      const line = await this.returnable(id);
      if (!line) return;
      const body = await this.at(id, "return", {
        items: [{ item_id: line.id, quantity: 1 }],
        receive_now: this.random.isLucky(0.7),
      });
      for (const { id: made } of body?.order.returns ?? []) this.world.memory.returns.add(made);
    },
    swap: (id) => this.swaps(id),
    claim: async (id) => {
      const line = await this.returnable(id);
      if (!line) return;
      const body = await this.at(id, "claims", {
        type: "replace",
        claim_items: [{ item_id: line.id, quantity: 1, reason: "production_failure" }],
        additional_items: [{ variant_id: this.world.stock.own[1]!.variantId, quantity: 1 }],
      });
      for (const { id: made } of body?.order.claims ?? []) this.world.memory.claims.add(made);
    },
    edit: (id) => this.edits(id),
    cancel: async (id) => {
      await this.at(id, "cancel");
      this.world.memory.canceled.add(id);
    },
  };

  /** A line of which something was sent and is not back. Stock at locations is only followed for lines sent as a whole. */
  private async returnable(id: string): Promise<ShownLine | undefined> {
    return (await this.lines(id)).find((line) => {
      const away = (line.fulfilled_quantity ?? 0) - (line.returned_quantity ?? 0);
      return away > 0 && (!this.isLocated(line) || line.fulfilled_quantity === line.quantity);
    });
  }

  /** One piece comes back, others are sent; the customer agrees and pays the difference. */
  private async swaps(id: string): Promise<void> {
    const line = await this.returnable(id);
    if (!line) return;
    const body = await this.at(id, "swaps", {
      return_items: [{ item_id: line.id, quantity: 1 }],
      additional_items: [
        {
          variant_id: this.world.stock.own[this.random.whole(0, 1)]!.variantId,
          quantity: this.random.whole(1, 2),
        },
      ],
    });
    if (!body) return;
    for (const { id: made } of body.order.swaps) this.world.memory.swaps.add(made);
    const swap = body.order.swaps.at(-1);
    if (this.random.isLucky(0.15)) {
      await this.at(id, `swaps/${swap.id}/cancel`);
      return;
    }
    const { visitor, stock } = this.world;
    const cart = `/store/carts/${swap.cart_id}`;
    const isTaxed = body.order.region_id === stock.taxedRegionId;
    await told(visitor, `${cart}/shipping-methods`, {
      option_id: stock.optionIds[isTaxed ? "taxed" : "region"],
    });
    await told(visitor, `${cart}/payment-sessions`);
    const { cart: priced } = await shown(visitor, cart);
    if (priced.payment_sessions.length > 0) {
      await told(visitor, `${cart}/payment-session`, { provider_id: "ledger" });
    }
    const completed = await told(visitor, `${cart}/complete`);
    if (completed?.type === "swap") await this.at(id, `swaps/${swap.id}/process-payment`);
  }

  /** More or fewer pieces; what is more is paid before it is agreed to. */
  private async edits(orderId: string): Promise<void> {
    const { admin, visitor, stock, memory } = this.world;
    const begun = await told(admin, "/admin/order-edits", { order_id: orderId });
    if (!begun) return;
    const { id } = begun.order_edit;
    const path = `/admin/order-edits/${id}`;
    try {
      const variant_id = stock.own[1]!.variantId;
      await told(admin, `${path}/items`, { variant_id, quantity: this.random.whole(1, 2) });
      const requested = await told(admin, `${path}/request`);
      const collection = requested?.order_edit.payment_collection_id;
      if (collection) {
        const sessions = `/store/payment-collections/${collection}/sessions`;
        const opened = await told(visitor, sessions, { provider_id: "ledger" });
        const [session] = opened?.payment_collection.payment_sessions ?? [];
        if (session) await told(visitor, `${sessions}/${session.id}/authorize`);
      }
      await told(visitor, `/store/order-edits/${id}/complete`);
      memory.edits.add(id);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await told(admin, `${path}/cancel`).catch((again) => {
        if (!(again instanceof Refused)) throw again;
      });
      throw error;
    }
  }
}
