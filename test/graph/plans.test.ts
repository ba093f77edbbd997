import { expect } from "vitest";
import type { Sql } from "../../src/db/database.ts";
import { aCart, addLine, aPlace } from "../support/factories/carts.ts";
import { aSoldProduct } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

interface Node {
  "Node Type": string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Plans?: Node[];
}

const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)];

/** As connections plan it: once, for any values. */
async function planOf({ text }: Sql): Promise<Node[]> {
  const explained = `explain (generic_plan, format json) ${text}`;
  const { rows } = await shop.db.pool.query<{ "QUERY PLAN": [{ Plan: Node }] }>(explained);
  return nodesIn(rows[0]!["QUERY PLAN"][0].Plan);
}

async function statementsOf(work: () => Promise<unknown>): Promise<Sql[]> {
  const seen: Sql[] = [];
  const listener = (sql: Sql) => seen.push(sql);
  shop.db.onStatement.add(listener);
  await work().finally(() => shop.db.onStatement.delete(listener));
  return seen.filter(({ name }) => name?.startsWith("graph-") || name?.startsWith("cached-"));
}

it("find rows by their keys also in a small shop: the plan stays while the shop grows", async () => {
  const place = await aPlace(shop);
  const { variantId } = await aSoldProduct(shop);
  const visitor = shop.visitor();
  const { id } = await aCart(visitor, { region_id: place.id });
  const statements = await statementsOf(async () => {
    await addLine(visitor, id, variantId);
    await visitor.get(`/store/carts/${id}?expand=customer,items.variant.product,payment`);
    await visitor.post(`/store/carts/${id}`, { email: "ada@example.com" });
    await shop.db.run({ text: "update cart set metadata = '{}' where id = $1", values: [id] });
    await visitor.get(`/store/carts/${id}`);
  });
  expect(statements.length).toBeGreaterThan(3);
  for (const statement of statements) {
    const walked = (await planOf(statement)).filter(
      (node) => /^Index.* Scan$/.test(node["Node Type"]) && node["Index Cond"] === undefined,
    );
    expect(
      walked.map((node) => node["Index Name"]),
      statement.text,
    ).toEqual([]);
  }
});

it("have no trigram index that PostgreSQL could take for `=`, also for lists of handles or SKUs", async () => {
  const { rows } = await shop.db.pool.query(`select indexrelid::regclass as name from pg_index
    join pg_opclass on pg_opclass.oid = indclass[0]
    join pg_class on pg_class.oid = indrelid and relnamespace = 'public'::regnamespace
    where opcname = 'gin_trgm_ops' and indkey[0] <> 0`);
  expect(rows).toEqual([]);
});
