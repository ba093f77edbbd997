import { describe, expect } from "vitest";
import {
  aCart,
  addLine,
  aPayableCart,
  aPlace,
  complete,
  openSessions,
  type Place,
  readCart,
} from "../support/factories/carts.ts";
import { aPlainLocation } from "../support/factories/inventory.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { OtherTransaction } from "../support/postgres/other-transaction.ts";
import { outsideWorld, type PaymentCall } from "../support/services/outside-world.ts";
import { stockOfVariant } from "../support/services/scripted-payment.ts";

const { registry, payment } = outsideWorld();
let place: Place;
const { it, shop } = withShop(() => startShop({}, { providers: registry }));
it.beforeAll(async () => {
  place = await aPlace(shop);
});

const bySql = (text: string, ...values: unknown[]) => shop.db.run({ text, values });

const LOCK = "select from cart where id = $1 for no key update";

interface Meanwhile<Answer> {
  cartId: string;
  /** Each begins when the one before it waits for the cart. */
  changes: readonly (() => Promise<Answer>)[];
  happens?: () => Promise<unknown>;
}

/** Another transaction has locked the cart when its changes begin, and makes a change before it ends. */
async function meanwhile<Answer>({ cartId, changes, happens }: Meanwhile<Answer>): Promise<Answer[]> {
  const other = await OtherTransaction.begin(shop);
  await other.does(LOCK, cartId);
  const begun: Promise<Answer>[] = [];
  for (const change of changes) {
    begun.push(change());
    await other.isWaitedFor(begun.length);
  }
  await happens?.();
  await other.commit();
  return Promise.all(begun);
}

const completing = (cartId: string, happens: () => Promise<unknown>) =>
  meanwhile({ cartId, changes: [() => complete(shop.visitor(), cartId)], happens });

describe("a change that waits for its cart reads the state after the wait", () => {
  it("puts goods into it at the price of then", async () => {
    const variantId = await aSoldVariant(shop, { price: 1000 });
    const aCartOf = () => aCart(shop.visitor(), { region_id: place.id });
    for (const { id } of [await aCartOf(), await aCartOf()]) await addLine(shop.visitor(), id, variantId);
    const { id } = await aCartOf();
    const [cart] = await meanwhile({
      cartId: id,
      changes: [() => addLine(shop.visitor(), id, variantId)],
      happens: () =>
        bySql(
          `update money_amount set amount = 2000 where id in
            (select money_amount_id from product_variant_money_amount where variant_id = $1)`,
          variantId,
        ),
    });
    expect(cart!.items[0]!.unit_price).toBe(2000);
  });

  it("makes an order with the taxes of then", async () => {
    const there = await aPlace(shop);
    const cart = await aPayableCart(shop.visitor(), { place: there, variantId: await aSoldVariant(shop) });
    const [answer] = await completing(cart.id, () =>
      shop.admin.post(`/admin/regions/${there.id}`, { tax_rate: 50 }),
    );
    expect(answer!.status).toBe(200);
    expect(answer!.body.data.tax_total).toBe(answer!.body.data.subtotal / 2);
  });

  it("sells nothing that is not at the location, after stock has moved to locations", async () => {
    const variantId = await aSoldVariant(shop, { stock: 10 });
    const cart = await aPayableCart(shop.visitor(), { place, variantId, quantity: 5 });
    const [answer] = await completing(cart.id, () => aPlainLocation(shop));
    await bySql("delete from stock_location");
    expect([answer!.status, await stockOfVariant(shop, variantId)]).toEqual([409, 10]);
  });

  describe("of two who choose a payment", () => {
    const aCartToPay = async () => {
      const abroad = await aPlace(shop, { payment_providers: ["card", "bank"] });
      const items = [{ variant_id: await aSoldVariant(shop), quantity: 1 }];
      const { id } = await aCart(shop.visitor(), { region_id: abroad.id, items });
      await openSessions(shop.visitor(), id);
      await readCart(shop.visitor(), id);
      payment.forget();
      return id;
    };
    const choose = (id: string, provider_id: string) =>
      shop.visitor().post(`/store/carts/${id}/payment-session`, { provider_id });
    const asked = (kind: PaymentCall["kind"]) => payment.asked.filter((call) => call.kind === kind);

    it.each([
      ["card", "bank"],
      ["bank", "card"],
    ])("has one open in the end: %s, then %s", async (...chosen) => {
      const cartId = await aCartToPay();
      const changes = chosen.map((provider) => () => choose(cartId, provider));
      const answers = await meanwhile({ cartId, changes });
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(asked("initiate").length - asked("delete").length).toBe(1);
    });

    it("closes the one that the other takes away while it is being opened", async () => {
      const cartId = await aCartToPay();
      const other = await OtherTransaction.begin(shop);
      const usual = payment.answer;
      payment.answer = async (call) => {
        if (call.kind === "initiate") await other.does(LOCK, cartId);
        return usual(call);
      };
      const choosing = choose(cartId, "card");
      await other.isWaitedFor();
      await other.does("delete from payment_session where cart_id = $1 and is_selected", cartId);
      await other.commit();
      expect((await choosing).status).toBe(200);
      expect(payment.asked.map(({ kind }) => kind)).toEqual(["initiate", "delete"]);
      expect((await readCart(shop.visitor(), cartId)).payment_session ?? null).toBeNull();
    });
  });
});
