import { describe, expect } from "vitest";
import { type Db, openDatabase } from "../../src/db/database.ts";
import { Client } from "../support/clients/client.ts";
import { aCart, addLine, readCart } from "../support/factories/carts.ts";
import { type Checkout, openCheckout } from "../support/factories/checkout.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { KillablePostgres } from "../support/postgres/killable-postgres.ts";
import { type Program, tradewind } from "../support/servers/process.ts";
import { adminOf, environmentOn, urlOf } from "../support/servers/servers.ts";

let postgres: KillablePostgres;
let db: Db;
let program: Program;
let visitor: Client;
let shop: Checkout;
const it = withSetup(
  async () => {
    postgres = await KillablePostgres.start({ autovacuum: "off" });
    db = openDatabase({ url: postgres.url, poolSize: 1 });
    program = tradewind(["start", "--no-demo"], environmentOn(postgres.url));
    const url = await urlOf(program);
    visitor = new Client(url);
    shop = await openCheckout({ db, admin: await adminOf(url) });
  },
  async () => {
    program.process.kill("SIGTERM");
    await program.ended;
    await db.close();
    await postgres.stop();
  },
);

describe("a PostgreSQL that is set back in time", () => {
  const number = async (text: string) => Number((await db.run<{ n: string }>({ text, values: [] }))[0]!.n);
  const reachNumber = async (wanted: number) => {
    while ((await number("select pg_current_xact_id()::text as n")) < wanted - 1);
  };
  const afterRestart = async <T>(ask: () => Promise<T>): Promise<T> => {
    for (;;) {
      const answer = await ask().catch(() => null);
      if (answer !== null) return answer;
    }
  };
  /** Runs the statement in the transaction with this id, while the server, which starts others, is stopped. */
  const changeIn = async (wanted: number, text: string) => {
    program.process.kill("SIGSTOP");
    try {
      await afterRestart(() => reachNumber(wanted).then(() => true));
      expect(await number(text)).toBe(wanted);
    } finally {
      program.process.kill("SIGCONT");
    }
  };

  it("gives changes the transaction ids of lost ones, and no answer shows the lost ones", async () => {
    const boots = await aSoldVariant(shop, { stock: 100 });
    const { id } = await aCart(visitor, { region_id: shop.regionId });
    await addLine(visitor, id, boots, 1);
    await postgres.saveFiles();

    const wanted = (await afterRestart(() => number("select pg_current_xact_id()::text as n"))) + 200;
    const setQuantity = (quantity: number) =>
      `update line_item set quantity = ${quantity} where cart_id = '${id}' returning pg_current_xact_id()::text as n`;
    await changeIn(wanted, setQuantity(2));
    expect((await afterRestart(() => readCart(visitor, id))).items[0]!.quantity).toBe(2);

    await postgres.setBack();
    await changeIn(wanted, setQuantity(3));
    expect((await afterRestart(() => readCart(visitor, id))).items[0]!.quantity).toBe(3);
  });

  it("gives stock the numbers of others, and no list shows what those had left", async () => {
    const boots = await aSoldVariant(shop, { stock: 100 });
    const shown = async () => {
      const { status, body } = await visitor.get(`/store/variants/${boots}`);
      if (status !== 200) throw new Error(body.message);
      return body.variant.inventory_quantity;
    };
    await postgres.saveFiles();

    const wanted = (await afterRestart(() => number("select pg_current_xact_id()::text as n"))) + 200;
    const setStock = (quantity: number) =>
      `update product_variant set inventory_quantity = ${quantity} where id = '${boots}' returning pg_current_xact_id()::text as n`;
    await changeIn(wanted, setStock(50));
    expect(await afterRestart(shown)).toBe(50);
    expect(await afterRestart(shown)).toBe(50);

    await postgres.setBack();
    await changeIn(wanted, setStock(10));
    expect(await afterRestart(shown)).toBe(10);
  });
});
