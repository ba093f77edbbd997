import { describe, expect } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import type { Client } from "../support/clients/client.ts";
import { anOpenPriceList, aProduct, aVariantPrice } from "../support/factories/catalogue.ts";
import { aCategory } from "../support/factories/categories.ts";
import { aChannel, aKey, defaultChannel } from "../support/factories/sales-channels.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let visitor: Client;
let regionId: string;

const { it, shop } = withShop();
it.beforeAll(async () => {
  visitor = shop.visitor();
  regionId = newId("reg");
  await shop.db.run({
    text: "insert into region (id, name, currency_code, tax_rate) values ($1, 'North', 'usd', 10)",
    values: [regionId],
  });
});

const priced = (path: string) => visitor.get(path).then(({ body }) => body);

describe("the storefront's products", () => {
  it("are the published ones of the default channel, newest first, page by page", async () => {
    const first = await aProduct(shop.db, { title: "Paged one" });
    const second = await aProduct(shop.db, { title: "Paged two" });
    await aProduct(shop.db, { title: "Paged draft", status: "draft" });
    const channel = newId("sc");
    await shop.db.run({
      text: "insert into sales_channel (id, name) values ($1, 'Other')",
      values: [channel],
    });
    const elsewhere = await aProduct(shop.db, { title: "Paged elsewhere", channels: [channel] });

    const { products, count } = await priced("/store/products?q=paged");
    expect(products.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    expect(count).toBe(2);
    const next = await priced("/store/products?q=paged&limit=1&offset=1");
    expect(next).toMatchObject({ count: 2, limit: 1, offset: 1, products: [{ id: first.id }] });
    const other = await priced(`/store/products?q=paged&sales_channel_id[]=${channel}`);
    expect(other.products.map(({ id }: { id: string }) => id)).toEqual([elsewhere.id]);
    const both = await priced(
      `/store/products?q=paged&sales_channel_id[]=${channel},${await defaultChannel(shop)}`,
    );
    expect(both.count).toBe(3);
    await shop.admin.delete(`/admin/sales-channels/${channel}`);
    for (const query of ["", "&sales_channel_id[]=sc_unknown"]) {
      expect((await priced(`/store/products?q=paged&sales_channel_id[]=${channel}${query}`)).count).toBe(0);
    }
  });

  it("are searched in titles, descriptions, variants and SKUs", async () => {
    const { id } = await aProduct(shop.db, {
      title: "Harbour lamp",
      description: "Burns with a steady amberglow.",
      variants: [{ title: "Brass finish", sku: "LAMP-77x" }],
    });
    for (const q of ["arbour+la", "AMBERGLOW", "brass+fin", "amp-77X"]) {
      expect(
        (await priced(`/store/products?q=${q}`)).products.map((product: { id: string }) => product.id),
      ).toEqual([id]);
    }
    expect((await priced("/store/products?q=100%25")).count).toBe(0);
  });

  it("are found by handle, tag, id and category", async () => {
    const { id } = await aProduct(shop.db, { handle: "by-handle", tags: ["rare"] });
    const [tag] = await shop.db.run<{ id: string }>({
      text: "select id from product_tag where value = 'rare'",
      values: [],
    });
    for (const query of ["handle=by-handle", `tags[]=${tag!.id}`, `id=${id}`, `id[]=${id}`]) {
      expect(
        (await priced(`/store/products?${query}`)).products.map((product: { id: string }) => product.id),
      ).toEqual([id]);
    }
    const [parent, child] = [newId("pcat"), newId("pcat")];
    await shop.db.run({
      text: `insert into product_category (id, name, handle, mpath, rank, parent_category_id, is_active) values
        ($1::text, 'P', 'p', $1::text || '.', 0, null, true),
        ($2::text, 'C', 'c', $1::text || '.' || $2::text || '.', 0, $1::text, true)`,
      values: [parent, child],
    });
    await shop.db.run({
      text: "insert into product_category_product (product_category_id, product_id) values ($1, $2)",
      values: [child, id],
    });
    expect((await priced(`/store/products?category_id[]=${child}`)).count).toBe(1);
    expect((await priced(`/store/products?category_id[]=${parent},${child}`)).count).toBe(1);
    expect((await priced(`/store/products?category_id[]=${parent}`)).count).toBe(0);
    expect(
      (await priced(`/store/products?category_id[]=${parent}&include_category_children=true`)).count,
    ).toBe(1);
  });

  it("are in categories that are active and not internal, each judged on its own", async () => {
    const [parent, child] = [await aCategory(shop), await aCategory(shop)];
    const change = (id: string, changes: object) =>
      shop.admin.post(`/admin/product-categories/${id}`, changes);
    await change(child.id, { parent_category_id: parent.id, is_active: true });
    const { id } = await aProduct(shop.db, { title: "In the child" });
    await shop.admin.post(`/admin/product-categories/${child.id}/products/batch`, { product_ids: [{ id }] });
    const counts = async () => [
      (await priced(`/store/products?category_id[]=${child.id}`)).count,
      (await priced(`/store/products?category_id[]=${parent.id}&include_category_children=true`)).count,
      (await priced(`/store/products/${id}?expand=categories`)).product.categories.length,
      (await priced(`/store/products?id=${id}&expand=categories`)).products[0].categories.length,
    ];
    await change(parent.id, { is_active: false });
    expect(await counts()).toEqual([1, 1, 1, 1]);
    await change(child.id, { is_internal: true });
    expect(await counts()).toEqual([0, 0, 0, 0]);
    await change(child.id, { is_internal: false, is_active: false });
    expect(await counts()).toEqual([0, 0, 0, 0]);
  });

  it("show whole the tax rates of their own", async () => {
    const { id } = await aProduct(shop.db, {
      variants: [{ prices: [{ amount: 100, currency_code: "usd" }] }],
    });
    const rates = async () =>
      (await priced(`/store/products/${id}?region_id=${regionId}`)).product.variants[0].tax_rates;
    expect(await rates()).toEqual([{ rate: 10, name: "default", code: "default" }]);
    const sent = { name: "Books", code: "books", rate: 5, region_id: regionId, products: [id] };
    const { tax_rate } = (await shop.admin.post("/admin/tax-rates", sent)).body;
    const { created_at, updated_at } = tax_rate;
    expect(await rates()).toEqual([
      {
        id: tax_rate.id,
        created_at,
        updated_at,
        rate: 5,
        code: "books",
        name: "Books",
        region_id: regionId,
        metadata: null,
      },
    ]);
  });

  it("are read with two statements, one with one, priced or not", async () => {
    const { id } = await aProduct(shop.db, {
      variants: [{ prices: [{ amount: 100, currency_code: "usd" }] }],
    });
    for (const query of ["", `region_id=${regionId}`, "currency_code=usd&expand=variants,tags"]) {
      const list = await countingStatements(shop.db, () => visitor.get(`/store/products?${query}`));
      expect(list.result.status).toBe(200);
      expect(list.statements).toHaveLength(2);
      const one = await countingStatements(shop.db, () => visitor.get(`/store/products/${id}?${query}`));
      expect(one.result.status).toBe(200);
      expect(one.statements).toHaveLength(1);
    }
  });

  it("do not show fields that are not for visitors", async () => {
    const { id } = await aProduct(shop.db, {});
    for (const query of [
      "expand=variants.product.collection",
      "fields=nonsense",
      "expand=options.product",
      "fields=variants.prices.$groups",
    ]) {
      expect((await visitor.get(`/store/products/${id}?${query}`)).status).toBe(400);
    }
    const text = JSON.stringify(await priced(`/store/products/${id}?region_id=${regionId}`));
    expect(text).not.toContain('"$');
  });

  it("refuse a region, a cart or a product that does not exist", async () => {
    const { id } = await aProduct(shop.db, {});
    expect((await visitor.get(`/store/products/${id}?region_id=reg_unknown`)).status).toBe(404);
    expect((await visitor.get("/store/products?region_id=reg_unknown")).status).toBe(404);
    expect((await visitor.get("/store/products?cart_id=cart_unknown")).status).toBe(404);
    expect((await visitor.get("/store/products/prod_unknown")).status).toBe(404);
    expect((await visitor.get("/store/variants/variant_unknown")).status).toBe(404);
  });
});

describe("prices on the storefront", () => {
  it("are selected for the region, with its tax", async () => {
    const { variantIds } = await aProduct(shop.db, {
      variants: [
        {
          prices: [
            { amount: 1000, currency_code: "usd" },
            { amount: 900, currency_code: "eur" },
          ],
        },
      ],
    });
    const { variant } = await priced(`/store/variants/${variantIds[0]}?region_id=${regionId}`);
    expect(variant).toMatchObject({
      original_price: 1000,
      calculated_price: 1000,
      calculated_price_type: "default",
      calculated_price_incl_tax: 1100,
      calculated_tax: 100,
      tax_rates: [{ rate: 10, name: "default", code: "default" }],
    });
    expect(variant.prices).toMatchObject([{ amount: 1000, variant_id: variantIds[0], price_list: null }]);
  });

  it("show all that there are and select none without a place", async () => {
    const { variantIds } = await aProduct(shop.db, {
      variants: [
        {
          prices: [
            { amount: 1000, currency_code: "usd" },
            { amount: 900, currency_code: "eur" },
          ],
        },
      ],
    });
    const { variant } = await priced(`/store/variants/${variantIds[0]}`);
    expect(variant.prices).toHaveLength(2);
    expect(variant).toMatchObject({ original_price: null, calculated_price: null, tax_rates: null });
    expect(variant).not.toHaveProperty("calculated_price_type");
  });

  it("of a list that is for a group or not open yet are not shown", async () => {
    const { id, variantIds } = await aProduct(shop.db, {
      variants: [{ prices: [{ amount: 1000, currency_code: "usd" }] }],
    });
    const { body } = await shop.admin.post("/admin/customer-groups", { name: "Insiders" });
    const secret = await anOpenPriceList(shop.db, { groupId: body.customer_group.id });
    const planned = await anOpenPriceList(shop.db);
    await shop.db.run({ text: "update price_list set status = 'draft' where id = $1", values: [planned] });
    for (const list of [secret, planned]) {
      await aVariantPrice(shop.db, variantIds[0]!, {
        amount: 500,
        currency_code: "usd",
        price_list_id: list,
      });
    }
    for (const query of ["", "?currency_code=usd", `?region_id=${regionId}`]) {
      const { variant } = await priced(`/store/variants/${variantIds[0]}${query}`);
      expect(variant.prices.map(({ amount }: { amount: number }) => amount)).toEqual([1000]);
    }
    for (const path of [`/store/products/${id}?`, `/store/products?id=${id}&`]) {
      const { product, products } = await priced(`${path}expand=variants.prices`);
      const [variant] = (product ?? products[0]).variants;
      expect(variant.prices.map(({ amount }: { amount: number }) => amount)).toEqual([1000]);
      for (const expand of ["variants", ""])
        expect((await visitor.get(`${path}expand=${expand}&fields=variants.prices.amount`)).status).toBe(400);
    }
    const { variant: chosen } = await priced(`/store/variants/${variantIds[0]}?fields=prices.amount&expand=`);
    expect(chosen.prices.map(({ amount }: { amount: number }) => amount)).toEqual([1000]);
    for (const query of ["?currency_code=eur", "?currency_code=nix"]) {
      const { variant } = await priced(`/store/variants/${variantIds[0]}${query}`);
      expect(variant.prices.map(({ amount }: { amount: number }) => amount)).toEqual([1000]);
      expect(variant).not.toHaveProperty("calculated_price");
      const { variants } = await priced(`/store/variants${query}&ids=${variantIds[0]}`);
      expect(variants[0]).not.toHaveProperty("prices");
    }
  });

  it("are selected where variants and their prices are asked for", async () => {
    const { id } = await aProduct(shop.db, {
      variants: [{ prices: [{ amount: 1000, currency_code: "usd" }] }],
    });
    const paths = [
      `/store/products/${id}?region_id=${regionId}`,
      `/store/products?id=${id}&region_id=${regionId}`,
    ];
    for (const path of paths) {
      const shown = async (expand: string) => {
        const { product, products } = await priced(`${path}&expand=${expand}`);
        return (product ?? products[0]).variants[0];
      };
      expect(await shown("variants,variants.prices")).toMatchObject({ calculated_price: 1000 });
      expect(await shown("variants")).not.toHaveProperty("prices");
      const stored = await shown("variants.prices");
      expect(stored).not.toHaveProperty("calculated_price");
      expect(stored.prices).toMatchObject([{ amount: 1000, currency_code: "usd" }]);
      expect(stored.prices[0]).not.toHaveProperty("price_list");
    }
  });

  it("are those of the cart's region, regardless of other parameters", async () => {
    const { id, variantIds } = await aProduct(shop.db, {
      variants: [{ prices: [{ amount: 1000, currency_code: "usd" }] }],
    });
    const { cart } = (await visitor.post("/store/carts", { region_id: regionId })).body;
    const member = shop.visitor();
    const [email, password] = ["carts@example.com", "pw"];
    await member.post("/store/customers", { email, password, first_name: "M", last_name: "M" });
    const query = `cart_id=${cart.id}&region_id=reg_other`;
    for (const client of [visitor, member]) {
      const { product } = (await client.get(`/store/products/${id}?${query}`)).body;
      expect(product.variants[0]).toMatchObject({ calculated_price: 1000, tax_rates: [{ rate: 10 }] });
      const { variants } = (await client.get(`/store/variants?ids=${variantIds[0]}&${query}`)).body;
      expect(variants[0]).toMatchObject({ calculated_price: 1000 });
    }
    const unknown = await visitor.get(`/store/products/${id}?cart_id=cart_none&region_id=${regionId}`);
    expect(unknown.status).toBe(404);
  });

  it("take the rates of the product or its type before the region's", async () => {
    const { id, variantIds } = await aProduct(shop.db, {
      variants: [{ prices: [{ amount: 1000, currency_code: "usd" }] }],
    });
    const rate = newId("txr");
    await shop.db.run({
      text: "insert into tax_rate (id, rate, code, name, region_id) values ($1, 5, 'low', 'Books', $2)",
      values: [rate, regionId],
    });
    await shop.db.run({
      text: "insert into product_tax_rate (product_id, rate_id) values ($1, $2)",
      values: [id, rate],
    });
    const { product } = await priced(`/store/products/${id}?region_id=${regionId}`);
    expect(product.variants[0]).toMatchObject({
      calculated_tax: 50,
      tax_rates: [{ rate: 5, name: "Books", code: "low" }],
    });
    expect(
      (await priced(`/store/variants/${variantIds[0]}?region_id=${regionId}`)).variant.calculated_tax,
    ).toBe(50);
  });

  it("of a list for a group are shown to its members", async () => {
    const { body: group } = await shop.admin.post("/admin/customer-groups", { name: "Members" });
    const { variantIds } = await aProduct(shop.db, {
      variants: [{ prices: [{ amount: 1000, currency_code: "usd" }] }],
    });
    const list = await anOpenPriceList(shop.db, { groupId: group.customer_group.id });
    await aVariantPrice(shop.db, variantIds[0]!, { amount: 700, currency_code: "usd", price_list_id: list });
    const member = shop.visitor();
    const { body } = await member.post("/store/customers", {
      email: "m@example.com",
      password: "pw",
      first_name: "M",
      last_name: "M",
    });
    await shop.admin.post(`/admin/customer-groups/${group.customer_group.id}/customers/batch`, {
      customer_ids: [{ id: body.customer.id }],
    });
    const path = `/store/variants/${variantIds[0]}?region_id=${regionId}`;
    expect((await member.get(path)).body.variant).toMatchObject({
      calculated_price: 700,
      calculated_price_type: "sale",
      original_price: 1000,
    });
    const { variant } = await priced(path);
    expect(variant.calculated_price).toBe(1000);
    expect(variant.prices).toHaveLength(1);
    const anywhere = (await member.get(`/store/variants/${variantIds[0]}`)).body.variant;
    expect(anywhere.prices).toHaveLength(2);
    expect(anywhere.calculated_price).toBeNull();
  });

  it("of another region in the same currency are taxed by that region", async () => {
    const { body } = await shop.admin.post("/admin/regions", {
      name: "Gross",
      currency_code: "usd",
      tax_rate: 10,
      includes_tax: true,
      payment_providers: ["manual"],
      fulfillment_providers: ["manual"],
      countries: ["bs"],
    });
    const { variantIds } = await aProduct(shop.db, {});
    const { id: region_id } = body.region;
    await aVariantPrice(shop.db, variantIds[0]!, { amount: 1100, currency_code: "usd", region_id });
    const { variant } = await priced(`/store/variants/${variantIds[0]}?region_id=${regionId}`);
    expect(variant).toMatchObject({
      calculated_price: 1100,
      calculated_price_includes_tax: true,
      calculated_price_incl_tax: 1100,
      calculated_tax: 100,
    });
  });

  it("that include tax are shown with the tax inside", async () => {
    const { variantIds } = await aProduct(shop.db, {});
    const list = await anOpenPriceList(shop.db, { includesTax: true });
    await aVariantPrice(shop.db, variantIds[0]!, { amount: 1100, currency_code: "usd", price_list_id: list });
    const { variant } = await priced(`/store/variants/${variantIds[0]}?region_id=${regionId}`);
    expect(variant).toMatchObject({
      original_price: null,
      calculated_price: 1100,
      calculated_price_includes_tax: true,
      calculated_price_incl_tax: 1100,
      calculated_tax: 100,
    });
  });
});

describe("a publishable key", () => {
  it("scopes what the storefront sees", async () => {
    const channel = newId("sc");
    await shop.db.run({
      text: "insert into sales_channel (id, name) values ($1, 'Keyed')",
      values: [channel],
    });
    const inside = await aProduct(shop.db, { title: "Keyed inside", channels: [channel] });
    const outside = await aProduct(shop.db, { title: "Keyed outside" });
    const key = (await shop.admin.post("/admin/publishable-api-keys", { title: "Shop" })).body
      .publishable_api_key.id;
    await shop.admin.post(`/admin/publishable-api-keys/${key}/sales-channels/batch`, {
      sales_channel_ids: [{ id: channel }],
    });
    const keyed = visitor.with({ "x-publishable-api-key": key });
    const ids = async (query: string) =>
      (await keyed.get(`/store/products?${query}`)).body.products.map(
        (product: { id: string }) => product.id,
      );
    expect(await ids("q=keyed")).toEqual([inside.id]);
    expect((await keyed.get(`/store/products/${inside.id}`)).status).toBe(200);
    expect((await keyed.get(`/store/variants/${inside.variantIds[0]}`)).status).toBe(200);
    expect((await keyed.get("/store/products/prod_unknown")).status).toBe(404);
    for (const path of [
      `/store/products/${outside.id}`,
      `/store/variants/${outside.variantIds[0]}`,
      "/store/products?sales_channel_id[]=sc_other",
      `/store/products/${inside.id}?sales_channel_id=sc_other`,
      "/store/variants?sales_channel_id=sc_other",
    ]) {
      const { status, body } = await keyed.get(path);
      expect(status).toBe(400);
      expect(body.errors).toHaveLength(1);
    }
    const { body } = await keyed.post("/store/products/search", { q: "keyed" });
    expect(body.hits.map((hit: { id: string }) => hit.id)).toEqual([inside.id]);
  });

  it("shows the channels that sell a product by default", async () => {
    const [one, two, other] = [await aChannel(shop), await aChannel(shop), await aChannel(shop)];
    await aProduct(shop.db, { title: "Chandlery", channels: [one.id, other.id] });
    const key = await aKey(shop, { channels: [one, two] });
    const keyed = visitor.with({ "x-publishable-api-key": key.id });
    const shown = async (query: string) =>
      (await keyed.get(`/store/products?q=chandlery${query}`)).body.products[0];
    const bothChannels = [one.id, other.id].sort();
    for (const query of [
      "",
      "&expand=",
      "&expand=sales_channels",
      "&fields=title",
      `&sales_channel_id[]=${one.id}`,
    ]) {
      const product = await shown(query);
      expect(product.sales_channels.map(({ id }: { id: string }) => id).sort()).toEqual(bothChannels);
      expect("variants" in product).toBe(!query.includes("expand"));
    }
    expect(await shown("&expand=collection")).not.toHaveProperty("sales_channels");
    const plain = await priced(`/store/products?q=chandlery&sales_channel_id[]=${one.id}`);
    expect(plain.products[0]).not.toHaveProperty("sales_channels");
  });

  it("without channels shows all that is published", async () => {
    const channel = await aChannel(shop);
    await aProduct(shop.db, { title: "Bollard elsewhere", channels: [channel.id] });
    await aProduct(shop.db, { title: "Bollard here" });
    await aProduct(shop.db, { title: "Bollard draft", status: "draft" });
    const keyed = visitor.with({ "x-publishable-api-key": (await aKey(shop)).id });
    const { body } = await keyed.get("/store/products?q=bollard&order=title");
    expect(body.products.map(({ title }: { title: string }) => title)).toEqual([
      "Bollard elsewhere",
      "Bollard here",
    ]);
    expect(body.products[0]).not.toHaveProperty("sales_channels");
    expect((await priced("/store/products?q=bollard")).count).toBe(1);
    const found = await keyed.post("/store/products/search", { q: "bollard" });
    expect(found.body.hits.map(({ title }: { title: string }) => title).sort()).toEqual([
      "Bollard elsewhere",
      "Bollard here",
    ]);
    expect((await visitor.post("/store/products/search", { q: "bollard" })).body.hits).toHaveLength(1);
  });
});

describe("the search", () => {
  const hits = async (q: string, more = {}) =>
    (await visitor.post("/store/products/search", { q, ...more })).body.hits.map(
      (hit: { title: string }) => hit.title,
    );

  it.beforeAll(async () => {
    await aProduct(shop.db, { title: "Storm lantern", description: "A light for bad weather." });
    await aProduct(shop.db, {
      title: "Wool blanket",
      description: "Warm. Goes well with a lantern.",
      tags: ["cosy"],
    });
    await aProduct(shop.db, { title: "Lantern oil", status: "draft" });
  });

  it("puts a word in the title before one in the description", async () => {
    expect(await hits("lantern")).toEqual(["Storm lantern", "Wool blanket"]);
  });

  it("forgives spelling, and words that are not finished", async () => {
    expect(await hits("lanturn")).toContain("Storm lantern");
    expect(await hits("blan")).toContain("Wool blanket");
    expect(await hits("wol blankt")).toContain("Wool blanket");
  });

  it("knows tags, and sees a change at once", async () => {
    expect(await hits("cosy")).toEqual(["Wool blanket"]);
    await shop.db.run({
      text: "update product set title = 'Linen quilt' where title = 'Wool blanket'",
      values: [],
    });
    expect(await hits("quilt")).toEqual(["Linen quilt"]);
    await shop.db.run({ text: "update product_tag set value = 'snug' where value = 'cosy'", values: [] });
    expect(await hits("snug")).toEqual(["Linen quilt"]);
    await shop.db.run({
      text: "update product set deleted_at = now() where title = 'Linen quilt'",
      values: [],
    });
    expect(await hits("quilt")).toEqual([]);
  });

  it("has pages, and nothing for nothing", async () => {
    expect(await hits("lantern", { limit: 1, offset: 0 })).toHaveLength(1);
    expect(await hits("")).toEqual([]);
    expect(await hits("zzzzqqqq")).toEqual([]);
  });

  it.each(["'; drop table product; --", "a & | ! ( )", "\\", "%_%", "<->", "🎣", "x".repeat(500)])(
    "takes %s for words",
    async (q) => {
      expect((await visitor.post("/store/products/search", { q })).status).toBe(200);
    },
  );
});
