import { expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { Client } from "../support/clients/client.ts";
import { aReadyCart } from "../support/factories/carts.ts";
import { type Checkout, openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { freshDatabase, type TestDatabase } from "../support/postgres/fresh-database.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";
import { socketOf, TcpProxy } from "../support/servers/tcp-proxy.ts";
import { pause } from "../support/time/until.ts";

let database: TestDatabase;
let db: Db;
let proxy: TcpProxy;
let server: Program;
let url: string;
let shop: Checkout;
const it = withSetup(
  async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, poolSize: 2 });
    proxy = new TcpProxy(socketOf(database.url));
    await proxy.open();
    // Without the cache a cart is locked and read before it is changed, by a message of its own.
    const environment = { ...environmentOn(proxy.urlOf(database.url)), TRADEWIND_CART_CACHE: "0" };
    server = tradewind(["start"], environment);
    url = await urlOf(server);
    shop = await openCheckout({ db, admin: await adminOf(url) });
  },
  async () => {
    server.process.kill("SIGTERM");
    await server.ended;
    await proxy.close();
    await db.close();
    await database.drop();
  },
);

/** A repetition waits for the lock of the first attempt. */
async function untilOneWaits(): Promise<void> {
  const text = `select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await db.run<{ waiting: number }>({ text, values: [] }))[0]!.waiting === 0) await pause(20);
}

it("a commit that reaches the database after the connection was lost is not repeated", async () => {
  const variantId = await aSoldVariant(shop, { stock: 100 });
  const items = [{ variant_id: variantId, quantity: 1 }];
  const cartId = await aReadyCart(new Client(url), shop, { items });
  const addTwo = () =>
    new Client(url).post(
      `/store/carts/${cartId}/line-items`,
      { variant_id: variantId, quantity: 2 },
      { headers: { "idempotency-key": "late" } },
    );
  const trapped = proxy.delayNextCommit();
  const first = addTwo();
  const deliver = await trapped;
  await untilOneWaits();
  deliver();
  const { status, body } = await first;
  expect({ status, type: body.type }).toEqual({ status: 409, type: "conflict" });
  const again = await addTwo();
  expect(again.status).toBe(409);
  expect(again.body.message).toContain("was carried out");
  const { body: shown } = await new Client(url).get(`/store/carts/${cartId}`);
  expect(shown.cart.items).toMatchObject([{ quantity: 3 }]);
});
