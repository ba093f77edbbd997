import pg from "pg";
import { describe, expect } from "vitest";
import { aProduct, aWord, shownProduct } from "../support/factories/products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { until } from "../support/time/until.ts";
import { backfill } from "../support/v1/backfill.ts";

const { it, shop } = withShop();
const sql = <Row>(text: string, ...values: unknown[]) => shop.db.run<Row>({ text, values });

const urls = (...names: string[]) => names.map((name) => `https://example.com/${name}.jpg`);
const picturesOf = async (id: string) => (await shownProduct(shop, id)).images.map(({ url }) => url);

/** Links the pictures as v1 does: one after the other, without a position. */
async function linkAsV1(id: string, pictures: string[]): Promise<void> {
  await sql("delete from product_images where product_id = $1", id);
  for (const url of pictures) {
    await sql(
      "insert into product_images (product_id, image_id) select $1, id from image where url = $2",
      id,
      url,
    );
  }
}

/** What v1 shows. It asks for no order, so that its answer depends on how PostgreSQL finds the rows. */
async function shownByV1(id: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: shop.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ url: string }>(
    `select product.*, images.* from product
      left join product_images on product_images.product_id = product.id
      left join image images on images.id = product_images.image_id and (images.deleted_at is null)
      where product.id in ($1) and product.deleted_at is null`,
    [id],
  );
  await client.end();
  return rows.map(({ url }) => url);
}

/** Settings of all later connections. */
const plan = async (...settings: string[]) => {
  const { pathname } = new URL(shop.databaseUrl);
  for (const name of ["enable_seqscan", "enable_indexonlyscan", "enable_bitmapscan"]) {
    const value = settings.includes(name) ? "off" : "on";
    await sql(`alter database "${pathname.slice(1)}" set ${name} = ${value}`);
  }
};

describe("the pictures of a product of v1", () => {
  it.afterEach(() => plan());

  it("are shown in the order of v1, and v1 goes on to show them in it", async () => {
    const { id } = await aProduct(shop, { images: urls("a", "b", "c", "d", "e") });
    const order = urls("d", "a", "e", "c", "b");
    await linkAsV1(id, order);
    await plan("enable_indexonlyscan");
    expect(await shownByV1(id)).toEqual(order);
    await backfill(shop);
    expect(await picturesOf(id)).toEqual(order);
    expect(await shownByV1(id)).toEqual(order);
    await backfill(shop);
    expect(await picturesOf(id)).toEqual(order);
  });

  it("stay in it where the table has gaps before them", async () => {
    const { id: gone } = await aProduct(shop, {
      images: urls(...Array.from({ length: 40 }, (_, n) => `old${n}`)),
    });
    const { id } = await aProduct(shop, { images: urls("f", "g", "h") });
    const order = urls("h", "f", "g");
    await linkAsV1(id, order);
    await sql("delete from product_images where product_id = $1", gone);
    await sql("vacuum product_images");
    await plan("enable_indexonlyscan");
    await backfill(shop);
    expect(await picturesOf(id)).toEqual(order);
    expect(await shownByV1(id)).toEqual(order);
  });

  it("are in the order of their ids where v1 shows them so", async () => {
    const { id } = await aProduct(shop, { images: urls("s", "t", "u", "v") });
    await linkAsV1(id, urls("v", "t", "u", "s"));
    await sql("vacuum analyze product_images");
    await plan("enable_seqscan", "enable_bitmapscan");
    const order = await shownByV1(id);
    const ids = await sql<{ url: string }>("select url from image where url = any($1) order by id", order);
    expect(order).toEqual(ids.map(({ url }) => url));
    await backfill(shop);
    expect(await picturesOf(id)).toEqual(order);
  });

  it("keep the order that Tradewind has given them", async () => {
    const { id } = await aProduct(shop, { images: urls("k", "l", "m") });
    const order = urls("m", "k", "l");
    await shop.admin.post(`/admin/products/${id}`, { images: order });
    await backfill(shop);
    expect(await picturesOf(id)).toEqual(order);
  });

  it("that v1 adds later are the last", async () => {
    const { id } = await aProduct(shop, { images: urls("p", "q", "r") });
    await linkAsV1(id, urls("q", "p"));
    await plan("enable_indexonlyscan");
    // Which of the two v1 shows first depends on the plan of the database.
    const order = await shownByV1(id);
    await backfill(shop);
    await sql(
      "insert into product_images (product_id, image_id) select $1, id from image where url = $2",
      id,
      urls("r")[0],
    );
    await backfill(shop);
    expect(await picturesOf(id)).toEqual([...order, ...urls("r")]);
  });
});

describe("a product of v1", () => {
  it("is found by the storefront, unless it was deleted", async () => {
    const word = aWord();
    const { id } = await aProduct(shop, { description: `A ${word}`, status: "published" });
    const deleted = await aProduct(shop, { description: `A deleted ${word}`, status: "published" });
    await shop.admin.delete(`/admin/products/${deleted.id}`);
    const documents = "select * from tradewind.product_search order by product_id";
    const written = await sql(documents);
    await sql("delete from tradewind.product_search");
    await sql("delete from tradewind.product_word");
    await backfill(shop);
    expect(await sql(documents)).toEqual(written);
    const { products } = (await shop.visitor().get(`/store/products?q=${word}`)).body;
    expect(products.map((each: { id: string }) => each.id)).toEqual([id]);
  });

  it("has its place in long lists", async () => {
    await sql("delete from tradewind.product_list_segment");
    await sql("insert into tradewind.product_change default values");
    await backfill(shop);
    // The server takes changes as well: those that it is just taking are passed over.
    await until(async () => (await sql("select seq from tradewind.product_change")).length === 0);
  });
});
