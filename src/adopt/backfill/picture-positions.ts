import type pg from "pg";
import type { Backfill } from "./backfill.ts";
import { estimatedRows, type IdColumn, pageOfIds } from "./page-of-ids.ts";

const PICTURES: IdColumn = { table: "product_images", column: "product_id" };
const PRODUCTS_PER_BATCH = 100;
const MOST_REPETITIONS = 5;

// A product that Tradewind has saved has a different position for each picture.
const UNORDERED = `
  select product_id as id from product_images where product_id = any($1)
  group by product_id having count(*) > count(distinct position) order by product_id`;

// v1 has no positions and asks for no order: it shows pictures as PostgreSQL finds them, by the id of the picture or in the
// order in which the links are stored, whichever is less work. So the joins are those of v1, for one product. The url keeps
// PostgreSQL from leaving out the last one.
const AS_V1_SHOWS = `
  select link.image_id as id, picture.url
  from product
  left join product_images link on link.product_id = product.id
  left join image picture on picture.id = link.image_id and picture.deleted_at is null
  where product.id in ($1)`;

// Row by row in their order: v1 may go on reading, and the new versions of the rows are then stored in it, too.
const NUMBER = `
  update product_images link set position = shown.position
  from unnest($1::text[], $2::text[], $3::integer[]) shown (product_id, image_id, position)
  where link.product_id = shown.product_id and link.image_id = shown.image_id`;

const STORED_OTHERWISE = `
  select distinct product_id as id from (
    select product_id, position, row_number() over (partition by product_id order by ctid) - 1 as stored
    from product_images where product_id = any($1)
  ) link where position <> stored order by product_id`;

const STORE_AGAIN = `
  with locked as materialized (
    select ctid as stored from product_images where product_id = any($1) order by product_id, position for update
  )
  update product_images link set position = position from locked where link.ctid = locked.stored`;

const idsOf = async (client: pg.Client, query: string, value: unknown): Promise<string[]> =>
  (await client.query<{ id: string }>(query, [value])).rows.map(({ id }) => id);

/** No row is locked before all of them are read. A picture that v1 adds meanwhile makes the product unordered again. */
async function numberPictures(client: pg.Client, productIds: readonly string[]): Promise<void> {
  const shown: { productId: string; imageId: string; position: number }[] = [];
  for (const productId of productIds) {
    const imageIds = await idsOf(client, AS_V1_SHOWS, productId);
    shown.push(...imageIds.map((imageId, position) => ({ productId, imageId, position })));
  }
  // A nested loop updates the rows in the order of `shown`.
  await client.query("set local enable_hashjoin = off; set local enable_mergejoin = off");
  await client.query(NUMBER, [
    shown.map(({ productId }) => productId),
    shown.map(({ imageId }) => imageId),
    shown.map(({ position }) => position),
  ]);
}

/** PostgreSQL may have put some of the new versions into gaps before the others. */
async function storeInOrder(client: pg.Client, numbered: readonly string[]): Promise<void> {
  let wrong = await idsOf(client, STORED_OTHERWISE, numbered);
  for (let repetition = 0; wrong.length > 0 && repetition < MOST_REPETITIONS; repetition++) {
    await client.query(STORE_AGAIN, [wrong]);
    wrong = await idsOf(client, STORED_OTHERWISE, wrong);
  }
}

export const picturePositions: Backfill = {
  name: "picture-positions",
  title: "order of pictures",
  total: (client) => estimatedRows(client, "product"),
  async batch(client, place) {
    const page = await pageOfIds(client, PICTURES, { place, size: PRODUCTS_PER_BATCH });
    const unordered = await idsOf(client, UNORDERED, page.ids);
    if (unordered.length > 0) {
      await numberPictures(client, unordered);
      await storeInOrder(client, unordered);
    }
    return { place: page.place, rows: page.ids.length };
  },
};
