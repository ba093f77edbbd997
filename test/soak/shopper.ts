import { setTimeout as delay } from "node:timers/promises";
import { GivenUp, type PersistentClient } from "../support/clients/persistent-client.ts";
import { Basket } from "./basket.ts";
import type { RandomSource } from "./random-source.ts";
import { Refused, shown, told, type World } from "./world.ts";

const ATTEMPTS = 8;

/** What a service outside did not do now may be done a moment later. */
const isPassing = ({ message }: Refused) =>
  /could not be|again and again|did not answer|not authorized|being|in a moment|without a payment session/.test(
    message,
  );

/** Buys something, or leaves it, and remembers what the shop has said. */
export class Shopper {
  private client: PersistentClient;
  private readonly isTaxed: boolean;
  private email: string;
  private customer = false;

  constructor(
    private readonly world: World,
    private readonly random: RandomSource,
    number: number,
  ) {
    this.client = world.visitor;
    this.isTaxed = random.isLucky(0.25);
    this.email = `shopper-${number}@example.com`;
  }

  async shops(): Promise<void> {
    try {
      if (this.random.isLucky(0.2)) await this.signsUp();
      const basket = await this.begins();
      if (!basket) return;
      await this.fills(basket);
      if (basket.isEmpty || this.random.isLucky(0.1)) return;
      if (!(await this.introduces(basket))) return;
      await this.pays(basket);
      await this.completes(basket);
    } catch (error) {
      if (error instanceof Refused) this.noteEnd(error);
      else if (!(error instanceof GivenUp)) throw error;
    }
  }

  /** A cart does not disappear, and a valid login is not refused. */
  private noteEnd({ answer, message }: Refused): void {
    this.world.memory.count("carts left after a refusal");
    if (answer.status === 404 || answer.status === 401) {
      this.world.memory.violation(`a shopper was answered ${message}`);
    }
  }

  private async signsUp(): Promise<void> {
    const { memory } = this.world;
    const account = { email: this.email, password: "a password", first_name: "Ada", last_name: "L" };
    await told(this.client, "/store/customers", account);
    memory.customers.set(this.email, "Ada");
    const { body } = await this.loggedIn(account);
    this.client = this.client.as({ authorization: `Bearer ${body.access_token}` });
    this.customer = true;
    if (!this.random.isLucky(0.5)) return;
    const first_name = `Ada ${this.random.whole(1, 1000)}`;
    await told(this.client, "/store/customers/me", { first_name });
    memory.customers.set(this.email, first_name);
  }

  private async loggedIn({ email, password }: { email: string; password: string }) {
    const outcome = await this.client.post("/store/auth/token", { email, password });
    if (outcome === "lost" || outcome.status !== 200) {
      throw new Refused(outcome === "lost" ? { status: 401, body: {}, headers: new Headers() } : outcome);
    }
    return outcome;
  }

  private async begins(): Promise<Basket | null> {
    const { stock } = this.world;
    const region_id = this.isTaxed ? stock.taxedRegionId : stock.regionId;
    const made = await this.patiently(() => told(this.client, "/store/carts", { region_id }));
    return made && new Basket(this.world, this.client, made.cart.id);
  }

  private async fills(basket: Basket): Promise<void> {
    const { stock } = this.world;
    for (let line = this.random.whole(1, 3); line > 0; line--) {
      const sold = this.random.weighed({ "0": 6, "1": 6, "2": 2, "3": 1, located: 4 });
      const { variantId } = sold === "located" ? stock.located : stock.own[Number(sold)]!;
      await this.unlessSoldOut(() => basket.add(variantId, this.random.whole(1, 2)));
    }
    if (basket.isEmpty) return;
    if (this.random.isLucky(0.3)) await this.unlessSoldOut(() => basket.setSome(this.random));
    if (this.random.isLucky(0.1)) await this.patiently(() => basket.removeSome(this.random));
    if (this.random.isLucky(0.4)) await basket.check();
  }

  private async unlessSoldOut(change: () => Promise<void>): Promise<void> {
    try {
      await this.patiently(change);
    } catch (error) {
      const isSoldOut = error instanceof Refused && error.answer.body?.code === "insufficient_inventory";
      if (!isSoldOut) throw error;
      this.world.memory.count("sold out");
    }
  }

  private async introduces({ cartId }: Basket): Promise<boolean> {
    const address = { first_name: "Ada", address_1: "Main Street 1", city: "Town" };
    const country_code = this.isTaxed ? "ca" : "us";
    const who = { email: this.email, shipping_address: { ...address, country_code } };
    const path = `/store/carts/${cartId}`;
    const say = (codes: object) => this.patiently(() => told(this.client, path, { ...who, ...codes }));
    const codes = this.codes();
    try {
      await say(codes);
    } catch (error) {
      // Others have used up the code or the card.
      if (!(error instanceof Refused) || Object.keys(codes).length === 0) throw error;
      await say({});
    }
    const option_id = this.world.stock.optionIds[this.isTaxed ? "taxed" : "region"];
    await this.patiently(() => told(this.client, `${path}/shipping-methods`, { option_id }));
    return true;
  }

  private codes(): Record<string, { code: string }[]> {
    const { discounts, cards } = this.world.stock;
    return {
      ...(this.random.isLucky(0.3) ? { discounts: [{ code: this.random.pick(discounts).code }] } : {}),
      ...(!this.isTaxed && this.random.isLucky(0.25)
        ? { gift_cards: [{ code: this.random.pick(cards).code }] }
        : {}),
    };
  }

  private async pays({ cartId }: Basket): Promise<void> {
    const path = `/store/carts/${cartId}`;
    await this.patiently(() => told(this.client, `${path}/payment-sessions`));
    const { cart } = await shown(this.client, path);
    if (cart.payment_sessions.length === 0) return;
    const provider_id = this.random.isLucky(0.75) ? "ledger" : "manual";
    await this.patiently(() => told(this.client, `${path}/payment-session`, { provider_id }));
  }

  private async completes(basket: Basket): Promise<void> {
    const { memory } = this.world;
    const { cartId } = basket;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      try {
        memory.unclear.add(cartId);
        const body = await told(this.client, `/store/carts/${cartId}/complete`);
        memory.unclear.delete(cartId);
        if (body?.type === "order") return this.remembers(cartId, body.data);
        await delay(200);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        memory.unclear.delete(cartId);
        await this.helps(basket, error);
      }
    }
  }

  /** Does what a storefront does about it. */
  private async helps(basket: Basket, refused: Refused): Promise<void> {
    const path = `/store/carts/${basket.cartId}`;
    const { code } = refused.answer.body ?? {};
    if (code === "discount_usage_limit") {
      for (const { code: used } of this.world.stock.discounts) {
        await this.client.delete(`${path}/discounts/${used}`);
      }
    } else if (code === "gift_card_balance") {
      await this.patiently(() => told(this.client, path, { gift_cards: [] }));
    } else if (code === "insufficient_inventory") {
      for (const { variantId } of this.world.stock.own.slice(2)) await basket.removeVariant(variantId);
      if (basket.isEmpty) throw refused;
      const option_id = this.world.stock.optionIds[this.isTaxed ? "taxed" : "region"];
      await this.patiently(() => told(this.client, `${path}/shipping-methods`, { option_id }));
    } else if (!isPassing(refused)) throw refused;
    await delay(this.random.whole(50, 500));
    await this.pays(basket);
  }

  private remembers(
    cartId: string,
    { id, email, total }: { id: string; email: string; total: number },
  ): void {
    const { memory } = this.world;
    memory.count("orders");
    if (this.customer) memory.count("orders of customers with an account");
    memory.carts.delete(cartId);
    memory.orders.set(id, { id, cartId, email, total });
  }

  /** What a service outside did not do is asked for again, with a new key: it was refused. */
  private async patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Refused) || !isPassing(error) || attempt === ATTEMPTS) throw error;
        await delay(this.random.whole(50, 800));
      }
    }
  }
}
