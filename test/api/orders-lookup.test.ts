import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aPlace, type Place } from "../support/factories/carts.ts";
import { anOrder, type PlacedOrder } from "../support/factories/orders.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
let variantId: string;
/** A lookup that never fails. */
let order: PlacedOrder;

const { it, shop } = withShop(() =>
  startShop({
    TRADEWIND_FAILURES_PER_ADDRESS: "3",
    TRADEWIND_FAILURES_PER_ACCOUNT: "5",
    TRADEWIND_TRUST_PROXY: "true",
  }),
);
it.beforeAll(async () => {
  place = await aPlace(shop);
  variantId = await aSoldVariant(shop);
  order = await bought("looked-up@example.com");
});

const bought = (email: string) =>
  anOrder(shop.visitor(), { place, variantId, email, address: { postal_code: "SW1A 1AA" } });

let addresses = 0;
/** A visitor from an address of their own. */
const newVisitor = () => shop.visitor().with({ "x-forwarded-for": `198.51.100.${++addresses}` });
const look = (query: string, client = newVisitor()) => client.get(`/store/orders?${query}`);
const known = ({ display_id, email } = order) => `display_id=${display_id}&email=${email}`;

describe("looking up an order by its number and email", () => {
  it("shows it as its id would", async () => {
    const { status, body } = await look(known());
    expect(status).toBe(200);
    expect(body).toEqual((await newVisitor().get(`/store/orders/${order.id}`)).body);
    expect(body.order.id).toBe(order.id);
  });

  it("does not mind the case of the email", async () => {
    expect((await look(`display_id=${order.display_id}&email=Looked-Up@EXAMPLE.com`)).status).toBe(200);
  });

  it("takes the postal code into account, if it is given", async () => {
    const sent = await bought("coded@example.com");
    const withCode = (code: string) => look(`${known(sent)}&shipping_address[postal_code]=${code}`);
    for (const code of ["SW1A%201AA", "sw1a1aa", ""]) expect((await withCode(code)).status, code).toBe(200);
    for (const code of ["SW1A", "%25", "%20"]) expect((await withCode(code)).status, code).toBe(404);
  });

  it("honours expand and fields", async () => {
    const { body } = await look(`${known()}&expand=shipping_address&fields=status`);
    expect(body.order).toMatchObject({ id: order.id, status: "pending", shipping_address: {}, total: 1100 });
    expect(body.order).not.toHaveProperty("customer");
    expect(body.order).toHaveProperty("created_at");
  });

  it("is a 404 where number and email do not belong together", async () => {
    const [one, other] = [await bought("one@example.com"), await bought("other@example.com")];
    for (const query of [
      known({ ...other, email: one.email }),
      known({ ...one, email: other.email }),
      known({ ...one, email: "nobody@example.com" }),
      known({ ...one, display_id: 2_147_483_647 }),
    ]) {
      const { status, body } = await look(query);
      expect(status, query).toBe(404);
      expect(body).toEqual({
        type: "not_found",
        message: "There is no order with this number and email",
      });
    }
  });

  it("refuses what it does not understand, naming the field", async () => {
    const cases: [string, string][] = [
      ["", "display_id"],
      [`email=${order.email}`, "display_id"],
      [`display_id=${order.display_id}`, "email"],
      [`display_id=one&email=${order.email}`, "display_id"],
      [`display_id=1.5&email=${order.email}`, "display_id"],
      [`display_id=0&email=${order.email}`, "display_id"],
      [`display_id=9999999999&email=${order.email}`, "display_id"],
      [`display_id[]=${order.display_id}&email=${order.email}`, "display_id"],
      [`display_id=${order.display_id}&email=not-an-email`, "email"],
      [`${known()}&shipping_address=SW1A`, "shipping_address"],
      [`${known()}&shipping_address[city]=Town`, "city"],
      [`${known()}&id=${order.id}`, "id"],
      [`${known()}&expand=customer.orders`, "customer.orders"],
      [`${known()}&expand=nonsense`, "nonsense"],
      [`${known()}&fields=metadata`, "metadata"],
    ];
    for (const [query, name] of cases) {
      const { status, body } = await look(query);
      expect(status, query).toBe(400);
      expect(body.type).toBe("invalid_data");
      expect(body.message, query).toContain(name);
    }
  });

  it("takes one statement in addition to the counting of attempts", async () => {
    const { statements } = await countingStatements(shop.db, () => look(known()));
    expect(statements.filter((name) => !name.startsWith("guess-"))).toHaveLength(1);
    expect(statements).toHaveLength(4);
  });
});

describe("a client that guesses", () => {
  it("is slowed down after some failures from an address, also when the next guess is right", async () => {
    const guesser = newVisitor();
    for (let guess = 1; guess <= 3; guess++) {
      expect((await look(`display_id=${guess}&email=guess${guess}@example.com`, guesser)).status).toBe(404);
    }
    const { status, body } = await look(known(), guesser);
    expect(status).toBe(429);
    expect(body.type).toBe("too_many_requests");
    expect((await look(known())).status).toBe(200);
  });

  it("is slowed down at one email, from however many addresses", async () => {
    const wanted = await bought("wanted@example.com");
    for (let guess = 1; guess <= 5; guess++) {
      expect((await look(known({ ...wanted, display_id: 900_000 + guess }))).status).toBe(404);
    }
    expect((await look(known(wanted))).status).toBe(429);
  });

  it("is not one that looks up existing orders, or sends malformed requests", async () => {
    const customer = newVisitor();
    for (let time = 1; time <= 6; time++) expect((await look(known(), customer)).status).toBe(200);
    for (let time = 1; time <= 6; time++) {
      expect((await look(`${known()}&expand=nonsense`, customer)).status).toBe(400);
    }
    expect((await look(known(), customer)).status).toBe(200);
  });
});
