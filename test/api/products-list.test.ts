import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { aCategory, aChild } from "../support/factories/categories.ts";
import { aProduct, aShirt, aWord, usd } from "../support/factories/products.ts";
import { aChannel } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const list = async (query: string) => {
  const { status, body } = await shop.admin.get(`/admin/products?${query}`);
  if (status !== 200) throw new Error(body.message);
  return body;
};
const found = async (query: string): Promise<string[]> =>
  (await list(`order=created_at&${query}`)).products.map(({ id }: { id: string }) => id);

describe("listing products", () => {
  it("shows whole products, the newest first, page by page", async () => {
    const word = aWord();
    const made = [];
    for (const title of ["b", "a", "c"]) made.push(await aShirt(shop, { title: `${title} ${word}` }));
    const [b, a, c] = made;
    const first = await list(`q=${word}&limit=2`);
    expect(first).toMatchObject({ count: 3, offset: 0, limit: 2 });
    expect(first.products).toEqual([c, a]);
    expect((await list(`q=${word}&limit=2&offset=2`)).products).toEqual([b]);
    const sorted = await list(`q=${word}&order=-title&expand=`);
    expect(sorted.products.map(({ id }: { id: string }) => id)).toEqual([c!.id, b!.id, a!.id]);
    expect((await list("")).limit).toBe(50);
  });

  it("takes two statements with any selection: the ids with their number, and the products", async () => {
    await aShirt(shop);
    for (const query of ["limit=3", "limit=3&expand=variants"]) {
      const { statements } = await countingStatements(shop.db, () =>
        shop.admin.get(`/admin/products?${query}`),
      );
      expect(statements).toHaveLength(2);
    }
  });

  it("takes as many statements with any filters: nothing is listed, which the plain read confirms", async () => {
    const { id } = await aShirt(shop);
    const filters = `id=${id}&q=shirt&tags[]=x&category_id[]=x&include_category_children=true&sales_channel_id[]=x`;
    const { result, statements } = await countingStatements(shop.db, () =>
      shop.admin.get(`/admin/products?expand=&${filters}&price_list_id[]=x&discount_condition_id=x`),
    );
    expect(result.body.products).toEqual([]);
    expect(statements.length).toBeLessThanOrEqual(3);
  });

  it("shows only the selected fields; of a search if one of them is of a relation, as v1 shows all otherwise", async () => {
    const product = await aProduct(shop, { title: `Fields ${aWord()}` });
    const [plain] = (await list(`id=${product.id}&fields=title&expand=`)).products;
    expect(plain).toEqual({ id: product.id, title: product.title, created_at: expect.any(String) });
    const search = `q=${encodeURIComponent(product.title)}&expand=`;
    const [searched] = (await list(`${search}&fields=title`)).products;
    expect(searched).toMatchObject({ ...plain, handle: expect.any(String) });
    const [narrow] = (await list(`${search}&fields=title,collection.title`)).products;
    expect(narrow).toEqual({ ...plain, collection: null });
  });

  it("finds by a part of the title, description, variants and collection, not of the handle", async () => {
    const word = aWord();
    const { body } = await shop.admin.post("/admin/collections", { title: `Collection ${word}f` });
    const options = [{ title: "N" }];
    const variant = { title: "V", prices: [usd(1)], options: [{ value: "1" }] };
    const made = {
      a: await aProduct(shop, { title: `Title ${word}a` }),
      b: await aProduct(shop, { description: `All about ${word}b here` }),
      d: await aProduct(shop, { options, variants: [{ ...variant, title: `${word}d` }] }),
      e: await aProduct(shop, { options, variants: [{ ...variant, sku: `${word}e` }] }),
      f: await aProduct(shop, { collection_id: body.collection.id }),
    };
    await aProduct(shop, { handle: `${word}c` });
    for (const [letter, product] of Object.entries(made)) {
      expect(await found(`q=${word.toUpperCase()}${letter}`)).toEqual([product.id]);
    }
    expect(await found(`q=${word}`)).toHaveLength(5);
    expect(await found(`q=${word}_`)).toEqual([]);
    expect(await found(`q=${word}a&title=something+else`)).toEqual([made.a.id]);
    expect((await list("q=")).count).toBeGreaterThan(5);
  });

  it("filters by its own fields", async () => {
    const word = aWord();
    const fields = { title: `Own ${word}`, description: `Text ${word}`, handle: word };
    const product = await aProduct(shop, { ...fields, status: "proposed", type: { value: word } });
    const card = await aProduct(shop, { title: `Card ${word}`, is_giftcard: true });
    for (const [name, value] of Object.entries(fields)) {
      expect(await found(`${name}=${encodeURIComponent(value)}`)).toEqual([product.id]);
    }
    expect(await found(`id=${product.id}`)).toEqual([product.id]);
    expect(await found(`id[]=${product.id}&id[]=${card.id}`)).toEqual([product.id, card.id]);
    expect(await found(`q=${word}&status[]=proposed&status[]=rejected`)).toEqual([product.id]);
    expect(await found(`q=${word}&status=proposed`)).toEqual([product.id]);
    expect(await found(`q=${word}&status[]=proposed,rejected`)).toEqual([product.id]);
    expect(await found(`q=${word}&status[]=rejected,published&status[]=proposed`)).toEqual([product.id]);
    expect(await found(`q=${word}&status=proposed,draft`)).toEqual([product.id, card.id]);
    expect(await found(`q=${word}&is_giftcard=true`)).toEqual([card.id]);
    expect(await found(`type_id[]=${product.type_id}`)).toEqual([product.id]);
    expect(await found(`q=${word}&created_at[gt]=2999-01-01`)).toEqual([]);
    expect(await found(`q=${word}&updated_at[lt]=2999-01-01`)).toEqual([product.id, card.id]);
  });

  it("filters by what products belong to", async () => {
    const [channel, parent] = [await aChannel(shop), await aCategory(shop)];
    const child = await aChild(shop, parent);
    const { body } = await shop.admin.post("/admin/collections", { title: aWord() });
    const product = await aProduct(shop, {
      sales_channels: [{ id: channel.id }],
      categories: [{ id: child.id }],
      collection_id: body.collection.id,
      tags: [{ value: aWord() }],
      variants: [{ title: "V", prices: [usd(1)] }],
    });
    expect(await found(`sales_channel_id[]=${channel.id}`)).toEqual([product.id]);
    expect(await found(`category_id[]=${child.id}`)).toEqual([product.id]);
    expect(await found(`category_id[]=${parent.id}`)).toEqual([]);
    expect(await found(`category_id[]=${parent.id}&include_category_children=true`)).toEqual([product.id]);
    expect(await found(`collection_id[]=${body.collection.id}`)).toEqual([product.id]);
    expect(await found(`tags[]=${product.tags[0]!.id}`)).toEqual([product.id]);
    expect(await found(`tags[]=${product.tags[0]!.id}&sales_channel_id[]=sc_unknown`)).toEqual([]);
    await shop.admin.delete(`/admin/sales-channels/${channel.id}`);
    expect(await found(`sales_channel_id[]=${channel.id}`)).toEqual([]);
  });

  it("filters by price lists and discount conditions", async () => {
    const product = await aProduct(shop, { variants: [{ title: "V", prices: [usd(1)] }] });
    const [list, rule, condition] = [`pl_${aWord()}`, `dru_${aWord()}`, `discon_${aWord()}`];
    for (const [text, ...values] of [
      ["insert into price_list (id, name, description) values ($1, $1, '')", list],
      ["insert into money_amount (id, currency_code, amount, price_list_id) values ($1, 'usd', 1, $1)", list],
      [
        "insert into product_variant_money_amount (id, money_amount_id, variant_id) values ($1::text, $1::text, $2)",
        list,
        product.variants[0]!.id,
      ],
      ["insert into discount_rule (id, type, value) values ($1, 'fixed', 1)", rule],
      [
        `insert into discount_condition (id, type, operator, discount_rule_id) values ($2, 'products', 'in', $1)`,
        rule,
        condition,
      ],
      [
        "insert into discount_condition_product (product_id, condition_id) values ($1, $2)",
        product.id,
        condition,
      ],
    ] as [string, ...string[]][]) {
      await shop.db.run({ text, values });
    }
    expect(await found(`price_list_id[]=${list}`)).toEqual([product.id]);
    expect(await found(`discount_condition_id=${condition}`)).toEqual([product.id]);
  });

  it("hides deleted products unless the request selects them", async () => {
    const product = await aProduct(shop, { handle: aWord() });
    await shop.admin.delete(`/admin/products/${product.id}`);
    expect(await found(`handle=${product.handle}`)).toEqual([]);
    expect(await found(`handle=${product.handle}&deleted_at[gt]=2020-01-01`)).toEqual([product.id]);
  });

  it.each([
    "nonsense=1",
    "order=nonsense",
    "order=metadata",
    "fields=nonsense",
    "expand=nonsense",
    "status[]=hidden",
    "status=hidden",
    "status[]=draft,hidden",
    "tags=x",
    "limit=-1",
    "is_giftcard=maybe",
    "created_at[gt]=someday",
    "created_at[after]=2020-01-01",
    "include_category_children=perhaps",
  ])("refuses %s", async (query) => {
    const { status, body } = await shop.admin.get(`/admin/products?${query}`);
    expect([status, body.type]).toEqual([400, "invalid_data"]);
  });
});
