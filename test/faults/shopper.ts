import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Answer, Client } from "../support/clients/client.ts";
import { guest } from "../support/factories/carts.ts";
import type { KillableServer } from "../support/servers/killable-server.ts";
import type { Patience } from "./concurrent-shoppers.ts";

/** What a shopper wants. */
export interface Wish {
  regionId: string;
  shippingOptionId: string;
  lines: { variant_id: string; quantity: number }[];
  codes: { discounts?: { code: string }[]; gift_cards?: { code: string }[] };
}

export interface Bought {
  cartId: string;
  orderId: string;
  total: number;
  giftCardTotal: number;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const isConflict = ({ status, body }: Answer, message: RegExp) =>
  status === 409 && body.type === "conflict" && message.test(body.message);

/** Buys something and repeats every request without an answer, with the same key. */
export class Shopper {
  /** The path of the running request. */
  step = "";

  constructor(
    private readonly server: KillableServer,
    private readonly wish: Wish,
    private readonly patience: Patience,
  ) {}

  async buys(): Promise<Bought> {
    const cartId = await this.createsCart();
    for (const line of this.wish.lines) await this.addsLine(cartId, line);
    await this.introducesThemselves(cartId);
    await this.choosesShipping(cartId);
    await this.post(`/store/carts/${cartId}/payment-sessions`);
    return this.completes(cartId);
  }

  private async createsCart(): Promise<string> {
    for (;;) {
      const answer = await this.post("/store/carts", { region_id: this.wish.regionId });
      if (answer) return answer.body.cart.id;
    }
  }

  private async addsLine(cartId: string, line: Wish["lines"][number]): Promise<void> {
    const answer = await this.post(`/store/carts/${cartId}/line-items`, line);
    const cart = await this.cartAfter(answer, cartId);
    const found = cart.items.filter(
      ({ variant_id }: { variant_id: string }) => variant_id === line.variant_id,
    );
    expect(found).toMatchObject([{ quantity: line.quantity }]);
  }

  private async introducesThemselves(cartId: string): Promise<void> {
    const { codes } = this.wish;
    const told = guest();
    let answer = await this.sent(`/store/carts/${cartId}`, { ...told, ...codes });
    if (answer && answer.status !== 200) {
      // Others have used up the code or the card.
      expect(Object.keys(codes)).not.toEqual([]);
      answer = await this.post(`/store/carts/${cartId}`, told);
    }
    expect(await this.cartAfter(answer, cartId)).toMatchObject({ email: told.email });
  }

  private async choosesShipping(cartId: string): Promise<void> {
    const choice = { option_id: this.wish.shippingOptionId };
    const answer = await this.post(`/store/carts/${cartId}/shipping-methods`, choice);
    expect((await this.cartAfter(answer, cartId)).shipping_methods).toHaveLength(1);
  }

  private async completes(cartId: string): Promise<Bought> {
    for (;;) {
      const answer = (await this.sent(`/store/carts/${cartId}/complete`))!;
      if (answer.status === 200) {
        expect(answer.body.type).toBe("order");
        const { id: orderId, total, gift_card_total: giftCardTotal } = answer.body.data;
        return { cartId, orderId, total, giftCardTotal };
      }
      expect(answer.body.message).toMatch(/no longer covers its part|used maximum allowed|again and again/);
      if (answer.body.code === "discount_usage_limit") await this.goesWithoutDiscount(cartId);
    }
  }

  private async goesWithoutDiscount(cartId: string): Promise<void> {
    const code = this.wish.codes.discounts![0]!.code;
    const answer = await this.answered((client) => client.delete(`/store/carts/${cartId}/discounts/${code}`));
    expect(answer.status).toBe(200);
  }

  /** The cart as the answer shows it; who never got the answer looks. */
  private async cartAfter(answer: Answer | null, cartId: string) {
    const shown = answer ?? (await this.answered((client) => client.get(`/store/carts/${cartId}`)));
    expect(shown.status).toBe(200);
    return shown.body.cart;
  }

  /** The answer, which has to be a good one, or null when it is known that it was carried out and its answer lost. */
  private async post(path: string, body?: unknown): Promise<Answer | null> {
    const answer = await this.sent(path, body);
    if (answer) expect(answer, `${path} ${JSON.stringify(answer.body)}`).toMatchObject({ status: 200 });
    return answer;
  }

  private async sent(path: string, body?: unknown): Promise<Answer | null> {
    const headers = { "idempotency-key": randomUUID() };
    this.step = path.replace(/cart_\w+/, "…");
    try {
      for (;;) {
        const answer = await this.answered((client) => client.post(path, body, { headers }));
        if (isConflict(answer, /is still running/)) {
          await this.waits();
          continue;
        }
        this.server.hasAnswered();
        return isConflict(answer, /its answer was lost/) ? null : answer;
      }
    } finally {
      this.step = "";
    }
  }

  /** Until the claim of the process that died lapses. */
  private async waits(): Promise<void> {
    const { step } = this;
    this.step = "";
    this.patience.waits();
    await pause(1_000);
    this.patience.goesOn();
    this.step = step;
  }

  private async answered(ask: (client: Client) => Promise<Answer>): Promise<Answer> {
    for (;;) {
      const client = await this.server.visitor();
      const answer = await ask(client).catch(() => null);
      if (answer) return answer;
      // The process has just died; the test starts the next one.
      await pause(50);
    }
  }
}
