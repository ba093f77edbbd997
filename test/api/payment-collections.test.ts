import { describe, expect } from "vitest";
import { Graph } from "../../src/graph/graph.ts";
import { Registry } from "../../src/graph/registry.ts";
import { WAITS } from "../../src/http/waits.ts";
import { paymentCollectionWork } from "../../src/modules/orders/payment-collections/index.ts";
import { entities } from "../../src/modules.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Answer } from "../support/clients/client.ts";
import { aPlace, type Place, refused } from "../support/factories/carts.ts";
import { atOnce, tally } from "../support/factories/checkout.ts";
import { aRequestedEdit, type Editing, RememberingPayment } from "../support/factories/order-edits.ts";
import { setOrder } from "../support/factories/orders.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { OtherTransaction } from "../support/postgres/other-transaction.ts";

const providers = new ProviderRegistry();
const card = new RememberingPayment("card");
const bank = new RememberingPayment("bank");
const elsewhere = new RememberingPayment("elsewhere");
let place: Place;

const { it, shop } = withShop(async () => {
  for (const provider of [card, bank, elsewhere]) providers.payment.add(provider);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  place = await aPlace(shop, { payment_providers: ["card", "bank"] });
});
it.beforeEach(() => {
  for (const provider of [card, bank]) provider.reset();
});

const AMOUNT = 2200;

/** A collection of 22.00, and how it is paid. */
class Paying {
  private constructor(
    readonly editing: Editing,
    readonly id: string,
  ) {}

  static async begin(): Promise<Paying> {
    const editing = await aRequestedEdit(shop, place, "card");
    card.asked.length = 0;
    return new Paying(editing, (await editing.read()).payment_collection_id!);
  }

  private readonly path = () => `/store/payment-collections/${this.id}`;

  read = async (query = "") => (await shop.visitor().get(`${this.path()}${query}`)).body.payment_collection;
  admin = async () => (await shop.admin.get(`/admin/payment-collections/${this.id}`)).body.payment_collection;
  choose = (provider_id: string) => shop.visitor().post(`${this.path()}/sessions`, { provider_id });
  split = (sessions: unknown) => shop.visitor().post(`${this.path()}/sessions/batch`, { sessions });
  refresh = (sessionId: string) => shop.visitor().post(`${this.path()}/sessions/${sessionId}`);
  authorize = (sessionId: string) => shop.visitor().post(`${this.path()}/sessions/${sessionId}/authorize`);
  authorizeAll = (session_ids: unknown) =>
    shop.visitor().post(`${this.path()}/sessions/batch/authorize`, { session_ids });
  mark = () => shop.admin.post(`/admin/payment-collections/${this.id}/authorize`);
  delete = () => shop.admin.delete(`/admin/payment-collections/${this.id}`);

  async sessions(): Promise<{ id: string; amount: number; status: string; provider_id: string }[]> {
    return (await this.read()).payment_sessions;
  }

  /** Two ways to pay, and their sessions. */
  async halves() {
    const wanted = [
      { provider_id: "card", amount: 1000 },
      { provider_id: "bank", amount: 1200 },
    ];
    const { body } = await this.split(wanted);
    const of = (name: string) =>
      body.payment_collection.payment_sessions.find(
        ({ provider_id }: { provider_id: string }) => provider_id === name,
      ).id as string;
    return { card: of("card"), bank: of("bank") };
  }
}

async function expectRefused(paying: Paying, ask: () => Promise<Answer>, refusal: object) {
  const before = await paying.editing.rows();
  expect(refused(await ask())).toMatchObject(refusal);
  expect(await paying.editing.rows()).toEqual(before);
}

const eventsOf = async (id: string) =>
  await shop.db.run<{ name: string; data: Record<string, unknown> }>({
    text: "select name, data from tradewind.event where entity_id = $1 order by seq",
    values: [id],
  });

const isReserved = (provider: RememberingPayment) => provider.payments.at(-1)!.state === "authorized";

/** What a collection has by itself. */
const row = [
  ...["id", "type", "status", "description", "amount", "authorized_amount", "currency_code", "metadata"],
  ...["region_id", "created_by", "created_at", "updated_at", "deleted_at"],
].sort();

describe("a payment collection that an administrator opens", () => {
  it("comes with its region, sessions and payments, in one statement", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const { result, statements } = await countingStatements(shop.db, paying.admin);
    expect(statements).toHaveLength(1);
    expect(Object.keys(result).sort()).toEqual(
      [
        ...["id", "type", "status", "description", "amount", "authorized_amount", "currency_code"],
        ...["metadata", "region", "payment_sessions", "payments"],
      ].sort(),
    );
    expect(result).toMatchObject({
      type: "order_edit",
      status: "not_paid",
      amount: AMOUNT,
      authorized_amount: null,
      region: { id: place.id },
      payment_sessions: [{ provider_id: "card", amount: AMOUNT }],
      payments: [],
    });
  });

  it("is shown by itself after it was changed", async () => {
    const { id } = await Paying.begin();
    const { body } = await shop.admin.post(`/admin/payment-collections/${id}`, { description: "more" });
    expect(Object.keys(body.payment_collection).sort()).toEqual(row);
  });

  it("shows the selected fields and relations", async () => {
    const { id } = await Paying.begin();
    const shown = async (query: string) => shop.admin.get(`/admin/payment-collections/${id}${query}`);
    expect((await shown("?fields=amount&expand=")).body.payment_collection).toEqual({ id, amount: AMOUNT });
    expect((await shown("?expand=currency")).body.payment_collection.currency.code).toBe("usd");
    const { region } = (await shown("?expand=region")).body.payment_collection;
    expect(region.id).toBe(place.id);
    expect(region).not.toHaveProperty("payment_providers");
    expect((await shown("?fields=nonsense")).status).toBe(400);
    expect((await shop.admin.get("/admin/payment-collections/paycol_unknown")).status).toBe(404);
    expect((await shop.visitor().get(`/admin/payment-collections/${id}`)).status).toBe(401);
  });

  it("can be described", async () => {
    const paying = await Paying.begin();
    const path = `/admin/payment-collections/${paying.id}`;
    await shop.admin.post(path, { description: "two more", metadata: { a: 1, b: 2 } });
    const { body } = await shop.admin.post(path, { metadata: { b: "" } });
    expect(body.payment_collection).toMatchObject({ description: "two more", metadata: { a: 1 } });
    const [last] = (await eventsOf(paying.id)).slice(-1);
    expect(last).toMatchObject({
      name: "payment-collection.updated",
      data: { id: paying.id, status: "not_paid", amount: AMOUNT, metadata: { a: 1 } },
    });
    await expectRefused(paying, () => shop.admin.post(path, { amount: 1 }), { status: 400 });
    await expectRefused(paying, () => shop.admin.post(path, { description: 5 }), { status: 400 });
    expect((await shop.admin.post("/admin/payment-collections/paycol_unknown", {})).status).toBe(404);
  });

  it("can be deleted while nothing is paid; then there is nothing to complete", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const answer = { id: paying.id, object: "payment_collection", deleted: true };
    expect((await paying.delete()).body).toEqual(answer);
    expect((await paying.delete()).body).toEqual(answer);
    expect(card.payments.at(-1)!.state).toBe("canceled");
    expect((await eventsOf(paying.id)).map(({ name }) => name)).toEqual([
      "payment-collection.created",
      "payment-collection.deleted",
    ]);
    expect((await shop.visitor().get(`/store/payment-collections/${paying.id}`)).status).toBe(404);
    expect(await paying.editing.read()).toMatchObject({ payment_collection_id: null, status: "requested" });
    expect((await paying.editing.complete()).status).toBe(400);
    // Asked again, the customer has something to pay again.
    await paying.editing.request();
    expect((await paying.editing.read()).payment_collection).toMatchObject({ amount: AMOUNT });
  });

  it("is not deleted once it is paid", async () => {
    const paying = await Paying.begin();
    await paying.mark();
    await expectRefused(paying, paying.delete, {
      status: 400,
      message: "Cannot delete payment collection with status authorized",
    });
  });
});

describe("a payment collection that an administrator vouches for", () => {
  it("is authorized by a payment of the system, which can be captured with the order", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const { status, body } = await paying.mark();
    expect(status).toBe(200);
    expect(Object.keys(body.payment_collection).sort()).toEqual(row);
    expect(await paying.admin()).toMatchObject({
      status: "authorized",
      authorized_amount: AMOUNT,
      payments: [{ provider_id: "system", amount: AMOUNT, order_id: null }],
      payment_sessions: [{ status: "canceled" }],
    });
    expect(card.payments.at(-1)!.state).toBe("canceled");
    expect((await eventsOf(paying.id)).at(-1)).toMatchObject({
      name: "payment-collection.payment_authorized",
      data: { id: paying.id, status: "authorized", authorized_amount: AMOUNT },
    });
    expect((await paying.editing.complete()).status).toBe(200);
    const { body: captured } = await shop.admin.post(`/admin/orders/${paying.editing.order.id}/capture`);
    expect(captured.order).toMatchObject({ payment_status: "captured", paid_total: 3300, total: 3300 });
  });

  it("is announced once, also for repeated requests", async () => {
    const paying = await Paying.begin();
    expect(tally(await atOnce(5, paying.mark))).toEqual({ 200: 5 });
    expect((await paying.admin()).payments).toHaveLength(1);
    const authorized = (await eventsOf(paying.id)).filter(({ name }) => name.endsWith("payment_authorized"));
    expect(authorized).toHaveLength(1);
  });

  it("needs only the unpaid amount", async () => {
    const paying = await Paying.begin();
    const halves = await paying.halves();
    await paying.authorize(halves.card);
    await paying.mark();
    const { payments, status } = await paying.admin();
    expect(status).toBe("authorized");
    expect(payments.map(({ provider_id, amount }: Record<string, unknown>) => [provider_id, amount])).toEqual(
      [
        ["card", 1000],
        ["system", 1200],
      ],
    );
    expect(bank.payments.at(-1)!.state).toBe("canceled");
  });

  it("is not that of an edit that is over, or of a canceled order", async () => {
    const paying = await Paying.begin();
    await setOrder(shop, paying.editing.order.id, { status: "canceled" });
    await expectRefused(paying, paying.mark, { status: 400, type: "not_allowed" });
    await expectRefused(paying, () => paying.choose("card"), { status: 400, type: "not_allowed" });
    await setOrder(shop, paying.editing.order.id, { status: "pending" });
    await paying.editing.cancel();
    await expectRefused(paying, paying.mark, { status: 400, type: "not_allowed" });
    expect((await shop.admin.post("/admin/payment-collections/paycol_unknown/authorize")).status).toBe(404);
  });
});

describe("a payment collection that a customer opens", () => {
  it("shows what there is to pay, and how", async () => {
    const paying = await Paying.begin();
    const shown = await paying.read();
    expect(Object.keys(shown).sort()).toEqual(
      [
        ...["id", "type", "status", "description", "amount", "currency_code", "metadata"],
        ...["region", "payment_sessions"],
      ].sort(),
    );
    expect((await shop.visitor().get("/store/payment-collections/paycol_unknown")).status).toBe(404);
  });

  it.each([
    "?fields=created_by",
    "?expand=payments.order",
    "?expand=payment_sessions.cart",
    "?expand=payments.order.customer",
    "?fields=payments.order.email",
    "?expand=region.tax_rates",
  ])("does not open a way to what is private: %s", async (query) => {
    const { id } = await Paying.begin();
    const answer = await shop.visitor().get(`/store/payment-collections/${id}${query}`);
    expect(refused(answer)).toMatchObject({ status: 400, type: "invalid_data" });
  });

  it("can be paid in one way", async () => {
    const paying = await Paying.begin();
    const { status, body } = await paying.choose("card");
    expect(status).toBe(200);
    expect(Object.keys(body.payment_collection).sort()).toEqual(
      [...row, "region", "payment_sessions"].sort(),
    );
    expect(body.payment_collection).toMatchObject({
      status: "not_paid",
      region: { payment_providers: [{ id: "bank" }, { id: "card" }] },
      payment_sessions: [
        { provider_id: "card", amount: AMOUNT, status: "pending", is_initiated: true, cart_id: null },
      ],
    });
    const [session] = await paying.sessions();
    const paid = await paying.authorize(session!.id);
    expect(paid.status).toBe(200);
    expect(paid.body.payment_session).toMatchObject({ id: session!.id, status: "authorized" });
    expect(paid.body.payment_session.payment_authorized_at).not.toBeNull();
    expect(await paying.admin()).toMatchObject({
      status: "authorized",
      authorized_amount: AMOUNT,
      payments: [{ amount: AMOUNT, provider_id: "card", order_id: null, cart_id: null, captured_at: null }],
    });
    expect((await eventsOf(paying.id)).map(({ name }) => name)).toEqual([
      "payment-collection.created",
      "payment-collection.payment_authorized",
    ]);
  });

  it("passes its purpose to the payment service", async () => {
    const paying = await Paying.begin();
    const requests: unknown[] = [];
    const initiate = card.initiate;
    card.initiate = async (request) => {
      requests.push(request);
      return initiate(request);
    };
    await paying.choose("card");
    card.initiate = initiate;
    const [session] = await paying.sessions();
    expect(requests).toEqual([
      expect.objectContaining({
        resourceId: paying.id,
        amount: AMOUNT,
        currencyCode: "usd",
        email: paying.editing.order.email,
        customer: expect.objectContaining({ email: paying.editing.order.email }),
        billingAddress: expect.objectContaining({ countryCode: place.countries[0] }),
        idempotencyKey: `${session!.id}-${AMOUNT}`,
      }),
    ]);
  });

  it("keeps the session of the same provider, and closes that of another", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const [first] = await paying.sessions();
    await paying.choose("card");
    expect(await paying.sessions()).toMatchObject([{ id: first!.id }]);
    expect(card.asked).toEqual(["initiate", "update"]);
    await paying.choose("bank");
    expect(await paying.sessions()).toMatchObject([{ provider_id: "bank" }]);
    expect(card.payments.at(-1)!.state).toBe("canceled");
  });

  it("can be paid in several ways, one after the other or at once", async () => {
    const paying = await Paying.begin();
    const halves = await paying.halves();
    await paying.authorize(halves.card);
    expect(await paying.admin()).toMatchObject({ status: "partially_authorized", authorized_amount: 1000 });
    expect((await paying.editing.complete()).status).toBe(400);
    await paying.authorize(halves.bank);
    expect(await paying.admin()).toMatchObject({ status: "authorized", authorized_amount: AMOUNT });

    const together = await Paying.begin();
    const both = await together.halves();
    const { status, body } = await together.authorizeAll([both.card, both.bank, both.card]);
    expect(Object.keys(body.payment_collection).sort()).toEqual(
      [...row, "payments", "payment_sessions"].sort(),
    );
    expect(status).toBe(200);
    expect(body.payment_collection).toMatchObject({ status: "authorized" });
    expect((await together.admin()).payments).toHaveLength(2);
    expect((await together.editing.complete()).status).toBe(200);
    expect(await together.editing.readOrder()).toMatchObject({ paid_total: 3300, total: 3300 });
  });

  it("can be split in another way before anything is paid", async () => {
    const paying = await Paying.begin();
    const halves = await paying.halves();
    const { body } = await paying.split([
      { provider_id: "card", amount: 2000, session_id: halves.card },
      { provider_id: "card", amount: 200 },
    ]);
    const amounts = body.payment_collection.payment_sessions.map(({ amount }: { amount: number }) => amount);
    expect(amounts.sort()).toEqual([200, 2000]);
    expect(bank.payments.at(-1)!.state).toBe("canceled");
    const paid = await paying.authorizeAll((await paying.sessions()).map(({ id }) => id));
    expect(paid.body.payment_collection.status).toBe("authorized");
  });

  it.each<[string, unknown]>([
    ["too little", [{ provider_id: "card", amount: 2199 }]],
    [
      "too much",
      [
        { provider_id: "card", amount: 1100 },
        { provider_id: "bank", amount: 1101 },
      ],
    ],
    ["nothing", []],
    ["no list", "card"],
    [
      "an amount of zero",
      [
        { provider_id: "card", amount: 2200 },
        { provider_id: "bank", amount: 0 },
      ],
    ],
    [
      "an amount below zero",
      [
        { provider_id: "card", amount: 2300 },
        { provider_id: "bank", amount: -100 },
      ],
    ],
    ["a fraction", [{ provider_id: "card", amount: 2199.5 }]],
    ["another currency of numbers", [{ provider_id: "card", amount: "2200" }]],
    ["a provider of another region", [{ provider_id: "elsewhere", amount: 2200 }]],
    ["the system", [{ provider_id: "system", amount: 2200 }]],
    ["something unknown", [{ provider_id: "card", amount: 2200, data: {} }]],
  ])("is not split into %s", async (_what, sessions) => {
    const paying = await Paying.begin();
    await expectRefused(paying, () => paying.split(sessions), { status: 400, type: "invalid_data" });
  });

  it("refuses sessions of other collections and unknown providers", async () => {
    const [paying, other] = [await Paying.begin(), await Paying.begin()];
    const foreign = (await other.halves()).card;
    const sessions = [{ provider_id: "card", amount: AMOUNT, session_id: foreign }];
    await expectRefused(paying, () => paying.split(sessions), { status: 404 });
    for (const provider of ["elsewhere", "system", "nobody"]) {
      await expectRefused(paying, () => paying.choose(provider), { status: 400, type: "invalid_data" });
    }
    await expectRefused(paying, () => paying.refresh(foreign), { status: 404 });
    await expectRefused(paying, () => paying.authorize(foreign), { status: 404 });
    await paying.choose("card");
    await expectRefused(paying, () => paying.authorizeAll([foreign]), { status: 404 });
    await expectRefused(paying, () => paying.authorizeAll([]), { status: 400 });
    const unknown = "/store/payment-collections/paycol_unknown/sessions";
    for (const [path, body] of [
      ["", { provider_id: "card" }],
      ["/batch", { sessions: [{ provider_id: "card", amount: 1 }] }],
      ["/batch/authorize", { session_ids: ["ps_1"] }],
      ["/ps_1", undefined],
      ["/ps_1/authorize", undefined],
    ] as const) {
      expect((await shop.visitor().post(`${unknown}${path}`, body)).status, path).toBe(404);
    }
  });

  it("is not paid by a provider that is not installed any more", async () => {
    const paying = await Paying.begin();
    const halves = await paying.halves();
    await shop.db.run({
      text: "insert into payment_provider (id, is_installed) values ('gone', false) on conflict do nothing",
      values: [],
    });
    await shop.db.run({
      text: `with moved as (update payment_session set provider_id = 'gone' where id = $1)
        insert into region_payment_providers (region_id, provider_id) values ($2, 'gone')`,
      values: [halves.card, place.id],
    });
    const refusal = { status: 400, type: "invalid_data" };
    await expectRefused(paying, () => paying.choose("gone"), refusal);
    await expectRefused(paying, () => paying.split([{ provider_id: "gone", amount: AMOUNT }]), refusal);
    await expectRefused(paying, () => paying.refresh(halves.card), refusal);
    expect((await paying.choose("bank")).status).toBe(200);
  });

  it("is not paid for less than it costs by now", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const [session] = await paying.sessions();
    const { changes } = await paying.editing.read();
    await paying.editing.setQuantity(changes[0]!.line_item_id!, 3);
    await expectRefused(paying, () => paying.authorize(session!.id), { status: 400, type: "not_allowed" });
    await paying.choose("card");
    expect((await paying.authorize(session!.id)).status).toBe(200);
    expect(await paying.admin()).toMatchObject({ authorized_amount: 3300, status: "authorized" });
  });

  it("stays as it is where the payment service cannot prepare a payment, and can be tried again", async () => {
    const paying = await Paying.begin();
    card.refusesToPrepare = true;
    expect(refused(await paying.choose("card"))).toMatchObject({ status: 400, type: "invalid_data" });
    expect(await paying.sessions()).toMatchObject([{ is_initiated: false, status: "pending" }]);
    card.refusesToPrepare = false;
    const [session] = await paying.sessions();
    // A payment at once initiates sessions that a crash left.
    expect((await paying.authorize(session!.id)).status).toBe(200);
  });

  it("needs more of the customer, or is refused by the bank, and can be paid afterwards", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const [session] = await paying.sessions();
    card.answer = "requires_more";
    expect(refused(await paying.authorize(session!.id))).toMatchObject({
      status: 422,
      type: "payment_authorization_error",
    });
    expect(await paying.read()).toMatchObject({
      status: "awaiting",
      payment_sessions: [{ status: "requires_more" }],
    });
    card.answer = "error";
    expect((await paying.authorizeAll([session!.id])).body.payment_collection).toMatchObject({
      status: "awaiting",
      payment_sessions: [{ status: "error" }],
    });
    await paying.choose("bank");
    expect(await paying.read()).toMatchObject({ status: "not_paid" });
    card.answer = "authorized";
    await paying.choose("card");
    const [again] = await paying.sessions();
    expect((await paying.authorize(again!.id)).status).toBe(200);
  });

  it("can be refreshed with a new session", async () => {
    const paying = await Paying.begin();
    const halves = await paying.halves();
    const { status, body } = await paying.refresh(halves.card);
    expect(status).toBe(200);
    expect(body.payment_session).toMatchObject({ provider_id: "card", amount: 1000, is_initiated: true });
    expect(body.payment_session.id).not.toBe(halves.card);
    expect(card.payments.at(-2)!.state).toBe("canceled");
    const both = await paying.authorizeAll([body.payment_session.id, halves.bank]);
    expect(both.body.payment_collection.status).toBe("authorized");
  });

  it("is not refreshed when it is paid", async () => {
    const paying = await Paying.begin();
    const halves = await paying.halves();
    await paying.authorize(halves.card);
    const refusal = { status: 400, type: "not_allowed" };
    await expectRefused(paying, () => paying.refresh(halves.card), refusal);
    await expectRefused(paying, () => paying.refresh("ps_unknown"), { status: 404 });
    await expectRefused(paying, () => paying.choose("bank"), refusal);
    await expectRefused(paying, () => paying.split([{ provider_id: "bank", amount: AMOUNT }]), refusal);
    await paying.authorize(halves.bank);
    await expectRefused(paying, () => paying.refresh(halves.bank), refusal);
  });

  it("is not paid without a session, and not when it was canceled", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const [session] = await paying.sessions();
    await paying.editing.cancel();
    const refusal = { status: 400, type: "not_allowed" };
    await expectRefused(paying, () => paying.authorize(session!.id), refusal);
    await expectRefused(paying, () => paying.choose("card"), refusal);
    await expectRefused(paying, () => paying.refresh(session!.id), refusal);
  });
});

describe("payments at the same moment", () => {
  it("are one payment, also for repeated requests", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const [session] = await paying.sessions();
    expect(tally(await atOnce(6, () => paying.authorize(session!.id)))).toEqual({ 200: 6 });
    expect(await paying.admin()).toMatchObject({ authorized_amount: AMOUNT });
    expect((await paying.admin()).payments).toHaveLength(1);
  });

  it("in several ways add up", async () => {
    const paying = await Paying.begin();
    const halves = await paying.halves();
    const answers = await Promise.all([
      ...[1, 2].map(() => paying.authorize(halves.card)),
      ...[1, 2].map(() => paying.authorize(halves.bank)),
    ]);
    expect(tally(answers)).toEqual({ 200: 4 });
    expect(await paying.admin()).toMatchObject({ status: "authorized", authorized_amount: AMOUNT });
    expect((await paying.admin()).payments).toHaveLength(2);
  });

  it("leave one open session when several are chosen", async () => {
    const paying = await Paying.begin();
    const answers = await atOnce(6, (index) => paying.choose(index % 2 === 0 ? "card" : "bank"));
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(await paying.sessions()).toHaveLength(1);
    await paying.choose("card");
    const [session] = await paying.sessions();
    expect((await paying.authorize(session!.id)).status).toBe(200);
  });

  it("are closed when another way was chosen while they were being opened", async () => {
    const paying = await Paying.begin();
    const initiate = card.initiate;
    card.initiate = async (request) => {
      card.initiate = initiate;
      await paying.choose("bank");
      return initiate(request);
    };
    await paying.choose("card");
    expect(card.asked).toEqual(["initiate", "delete"]);
    expect(await paying.sessions()).toMatchObject([{ provider_id: "bank", is_initiated: true }]);
  });

  it("are closed when a concurrent request removes them", async () => {
    const paying = await Paying.begin();
    const other = await OtherTransaction.begin(shop);
    const initiate = card.initiate;
    card.initiate = async (request) => {
      card.initiate = initiate;
      await other.does("select from payment_collection where id = $1 for no key update", paying.id);
      return initiate(request);
    };
    const choosing = paying.choose("card");
    await other.isWaitedFor();
    await other.does(
      `delete from payment_session where id in
        (select payment_session_id from payment_collection_sessions where payment_collection_id = $1)`,
      paying.id,
    );
    await other.commit();
    expect((await choosing).status).toBe(200);
    expect(card.asked).toEqual(["initiate", "delete"]);
    expect(await paying.sessions()).toEqual([]);
  });

  it.each([
    ["the edit is canceled", (paying: Paying) => paying.editing.cancel()],
    ["the customer declines", (paying: Paying) => paying.editing.decline()],
    ["the administrator vouches for it", (paying: Paying) => paying.mark()],
    ["the customer chooses another way", (paying: Paying) => paying.choose("bank")],
  ])("are let go when %s meanwhile", async (_what, meanwhile) => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const [session] = await paying.sessions();
    card.meanwhile = async () => {
      card.meanwhile = async () => {};
      await meanwhile(paying);
    };
    expect((await paying.authorize(session!.id)).status).toBeGreaterThanOrEqual(400);
    expect(isReserved(card)).toBe(false);
    const { payments } = await paying.admin();
    expect(payments.filter(({ provider_id }: { provider_id: string }) => provider_id === "card")).toEqual([]);
  });

  it("that come in while the edit is confirmed belong to the order", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const [session] = await paying.sessions();
    card.meanwhile = async () => {
      card.meanwhile = async () => {};
      await paying.editing.confirm();
    };
    expect((await paying.authorize(session!.id)).status).toBe(200);
    expect(await paying.editing.readOrder()).toMatchObject({ paid_total: 3300 });
  });
});

describe("a crash during a call of the payment service", () => {
  const deps = () => ({
    db: shop.db,
    graph: new Graph(shop.db, new Registry(entities)),
    providers,
    waits: WAITS,
  });
  const jobsOf = (sessionId: string) =>
    shop.db.run<{ payload: Record<string, unknown> }>({
      text: `select payload from graphile_worker._private_jobs job where job.key = $1`,
      values: [`payment-collection-authorize-${sessionId}`],
    });

  it("is finished by the same request, with the same payment", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const [session] = await paying.sessions();
    const authorize = card.authorize;
    card.authorize = async (step, context) => {
      await authorize(step, context);
      throw new Error("the answer is lost");
    };
    expect((await paying.authorize(session!.id)).status).toBe(400);
    card.authorize = authorize;
    expect(isReserved(card)).toBe(true);
    expect((await paying.authorize(session!.id)).status).toBe(200);
    expect((await paying.admin()).payments).toMatchObject([{ data: { id: card.payments.at(-1)!.id } }]);
  });

  it("is finished by a job, once", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const [session] = await paying.sessions();
    card.meanwhile = async () => {
      throw new Error("the process dies");
    };
    expect((await paying.authorize(session!.id)).status).toBe(400);
    card.reset();
    const [job] = await jobsOf(session!.id);
    expect(job!.payload).toMatchObject({ collectionId: paying.id, sessionId: session!.id });
    const task = paymentCollectionWork(deps()).tasks["payment-collection-authorize"]!;
    const run = { attempt: 1, isStopping: () => false };
    await task(job!.payload, run);
    await task(job!.payload, run);
    expect(await paying.admin()).toMatchObject({ status: "authorized", payments: [{ amount: AMOUNT }] });
    expect(card.asked.filter((what) => what === "authorize")).toHaveLength(1);
  });

  it("does not hold money that is not needed: a job releases it", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const [session] = await paying.sessions();
    await paying.authorize(session!.id);
    card.refusesToLetGo = true;
    await paying.editing.cancel();
    expect(isReserved(card)).toBe(true);
    card.reset();
    // The payment service has answered nothing that could be relied on: it is asked again later.
    await shop.db.run({
      text: "update tradewind.payment_operation set claimed_until = now(), next_try_at = now() where state = 'begun'",
      values: [],
    });
    const task = paymentCollectionWork(deps()).tasks["payment-collection-let-go"]!;
    await task({ collectionId: paying.id }, { attempt: 1, isStopping: () => false });
    expect(isReserved(card)).toBe(false);
  });
});

describe("notifications of the payment service", () => {
  const news = (kind: string, resourceId: string, data: unknown) =>
    shop.visitor().post("/hooks/payment/card", { kind, resourceId, data });

  it("authorize what the customer paid without coming back", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const { id } = card.payments.at(-1)!;
    expect((await news("authorized", paying.id, { id: "somebody else's" })).status).toBe(200);
    expect((await paying.admin()).status).toBe("not_paid");
    expect((await news("authorized", paying.id, { id })).status).toBe(200);
    expect((await news("authorized", paying.id, { id })).status).toBe(200);
    expect(await paying.admin()).toMatchObject({ status: "authorized", payments: [{ amount: AMOUNT }] });
    expect((await news("authorized", "paycol_unknown", { id })).status).toBe(200);
  });

  it("report the capture, before or after the edit is confirmed", async () => {
    const paying = await Paying.begin();
    await paying.choose("card");
    const { id } = card.payments.at(-1)!;
    await news("captured", paying.id, { id });
    const [payment] = (await paying.admin()).payments;
    expect(payment.captured_at).not.toBeNull();
    await paying.editing.complete();
    expect((await paying.editing.readOrder()).payment_status).toBe("awaiting");

    const later = await Paying.begin();
    await shop.admin.post(`/admin/orders/${later.editing.order.id}/capture`);
    await later.choose("card");
    const [session] = await later.sessions();
    await later.authorize(session!.id);
    await later.editing.complete();
    expect((await later.editing.readOrder()).payment_status).toBe("awaiting");
    await news("captured", later.id, { id: card.payments.at(-1)!.id });
    expect((await later.editing.readOrder()).payment_status).toBe("captured");
  });
});
