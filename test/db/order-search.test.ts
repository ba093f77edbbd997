import { describe, expect } from "vitest";
import { anEmptyOrder } from "../support/factories/orders.ts";
import { aRegion } from "../support/factories/regions.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let regionId: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  regionId = (await aRegion(shop)).id;
});

const run = (text: string, ...values: unknown[]) => shop.db.run({ text, values });

/** The ids of the orders that a search finds. */
async function search(words: string): Promise<string[]> {
  const { body } = await shop.admin.get(`/admin/orders?q=${encodeURIComponent(words)}&fields=id&expand=`);
  return body.orders.map(({ id }: { id: string }) => id);
}

describe("the text that the search for orders uses", () => {
  it("is there for orders that other programs insert, many at once", async () => {
    const first = await anEmptyOrder(shop, regionId);
    await run(
      `insert into "order" (id, customer_id, email, region_id, currency_code)
        select 'order_copy_' || n, customer_id, 'copied@example.com', region_id, currency_code
        from "order", generate_series(1, 3) n where "order".id = $1`,
      first.id,
    );
    expect((await search("copied@")).sort()).toEqual(["order_copy_1", "order_copy_2", "order_copy_3"]);
  });

  it("follows the order, the address and the customer", async () => {
    const { id } = await anEmptyOrder(shop, regionId);
    await run("insert into address (id, first_name) values ('addr_goal', 'Walter')");
    await run(`update "order" set shipping_address_id = 'addr_goal' where id = $1`, id);
    expect(await search("walter")).toEqual([id]);

    await run("update address set first_name = 'Wendelin' where id = 'addr_goal'");
    expect([await search("walter"), await search("wendelin")]).toEqual([[], [id]]);

    await run(
      `update customer set first_name = 'Xaver', last_name = 'Young', phone = '0815-4711'
        where id = (select customer_id from "order" where id = $1)`,
      id,
    );
    for (const words of ["xaver", "young", "0815-47"]) expect(await search(words), words).toEqual([id]);

    await run(`update "order" set email = 'moved@example.com', display_id = 8887776 where id = $1`, id);
    expect([await search("moved@"), await search("888777")]).toEqual([[id], [id]]);
  });

  it("follows the billing address, too", async () => {
    const { id } = await anEmptyOrder(shop, regionId);
    await run(
      "insert into address (id, last_name, company) values ('addr_payer', 'Ziegler', 'Ziegler & Sons')",
    );
    await run(`update "order" set billing_address_id = 'addr_payer' where id = $1`, id);
    expect(await search("sons ziegler")).toEqual([id]);
    await run("update address set last_name = 'Umlauf', company = null where id = 'addr_payer'");
    expect([await search("ziegler"), await search("umlauf")]).toEqual([[], [id]]);
  });

  it("does not find a word that spans two of its fields", async () => {
    const { id } = await anEmptyOrder(shop, regionId);
    await run(
      `update customer set first_name = 'Quirin', last_name = 'Zoller'
        where id = (select customer_id from "order" where id = $1)`,
      id,
    );
    expect(await search("quirinzoller")).toEqual([]);
  });

  it("is gone with the order", async () => {
    const { id } = await anEmptyOrder(shop, regionId);
    await run(`delete from "order" where id = $1`, id);
    const left = await run("select 1 from tradewind.order_search where order_id = $1", id);
    expect(left).toEqual([]);
  });
});
