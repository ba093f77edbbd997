import { describe, expect } from "vitest";
import type { Connection } from "../../src/db/database.ts";
import { inTransaction } from "../../src/db/transaction.ts";
import { Graph } from "../../src/graph/graph.ts";
import { Registry } from "../../src/graph/registry.ts";
import { entities } from "../../src/modules.ts";
import { aCart, addLine, aPlace, type Place, readCart } from "../support/factories/carts.ts";
import { aSoldVariant } from "../support/factories/sold-products.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let place: Place;
const { it, shop } = withShop();
it.beforeAll(async () => {
  place = await aPlace(shop);
});

const referenceDataReads = async (work: () => Promise<unknown>): Promise<number> => {
  let count = 0;
  const listener = ({ name = "" }) => {
    if (name.startsWith("cached-")) count++;
  };
  shop.db.onStatement.add(listener);
  await work().finally(() => shop.db.onStatement.delete(listener));
  return count;
};

const view = {
  entity: entities.find(({ name }) => name === "cart")!,
  fields: ["id"],
  relations: ["region", "region.countries"],
};

describe("reference data", () => {
  it("has a trigger on every table that it is read from", async () => {
    const referenceData = entities.filter(({ isReferenceData }) => isReferenceData);
    const names = new Set(referenceData.map(({ name }) => name));
    const joinTables = referenceData.flatMap(({ relations }) =>
      Object.values(relations).flatMap((relation) =>
        relation.kind === "through" && names.has(relation.entity) ? [relation.table] : [],
      ),
    );
    const found = await shop.db.run<{ table: string }>({
      text: `select tgrelid::regclass::text as table from pg_trigger where tgname = 'record_reference_data_change'`,
      values: [],
    });
    const tracked = found.map(({ table }) => table);
    expect(tracked).toEqual(
      expect.arrayContaining([...referenceData.map(({ table }) => table), ...joinTables]),
    );
  });

  it("is read once, and again after any change of it", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    await readCart(shop.visitor(), id);
    expect(await referenceDataReads(() => readCart(shop.visitor(), id))).toBe(0);
    await shop.admin.post(`/admin/regions/${place.id}`, { name: "Renamed" });
    const shown = (await readCart(shop.visitor(), id)) as unknown as { region: { name: string } };
    expect(shown.region.name).toBe("Renamed");
    await shop.db.run({
      text: "update country set display_name = 'Elsewhere' where region_id = $1",
      values: [place.id],
    });
    expect(JSON.stringify(await readCart(shop.visitor(), id))).toContain("Elsewhere");
  });

  it("follows programs that load data without the ordinary triggers, as do carts and products", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    await addLine(shop.visitor(), id, await aSoldVariant(shop));
    const products = () => shop.visitor().get("/store/products?limit=100");
    expect((await readCart(shop.visitor(), id)).items).toHaveLength(1);
    const before = (await products()).body.count;
    await inTransaction(shop.db, async (tx) => {
      const load = (text: string, values: string[] = []) => tx.run({ text, values });
      await load("set local session_replication_role = replica");
      await load("update region set name = 'Loaded' where id = $1", [place.id]);
      await load("delete from line_item where cart_id = $1", [id]);
      await load("update product set status = 'draft' where status = 'published'");
    });
    const cart = await readCart(shop.visitor(), id);
    expect(cart).toMatchObject({ region: { name: "Loaded" }, items: [] });
    expect(before).toBeGreaterThan(0);
    expect((await products()).body.count).toBe(0);
    await shop.db.run({ text: "update product set status = 'published'", values: [] });
  });

  it("is the state that the transaction sees, and only it before the commit", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    const graph = new Graph(shop.db, new Registry(entities));
    const nameOn = async (on: Connection = shop.db) =>
      ((await graph.find(view, id, { on })) as { region: { name: string } }).region.name;
    const before = await nameOn();
    await expect(
      inTransaction(shop.db, async (tx) => {
        await tx.run({ text: "update region set name = 'Inside' where id = $1", values: [place.id] });
        expect(await nameOn(tx)).toBe("Inside");
        expect(await nameOn()).toBe(before);
        throw new Error("never mind");
      }),
    ).rejects.toThrow("never mind");
    expect(await nameOn()).toBe(before);
  });

  it("is seen by a second process as soon as it is committed", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    const other = new Graph(shop.db, new Registry(entities));
    await other.find(view, id);
    for (let round = 0; round < 30; round++) {
      await shop.admin.post(`/admin/regions/${place.id}`, { name: `Round ${round}` });
      expect(await other.find(view, id)).toMatchObject({ region: { name: `Round ${round}` } });
    }
    const [{ notes }] = (await shop.db.run<{ notes: number }>({
      text: "select count(*) as notes from tradewind.reference_data_change",
      values: [],
    })) as [{ notes: number }];
    expect(notes).toBeLessThan(20);
  });

  it("cannot be changed by its readers", async () => {
    const { id } = await aCart(shop.visitor(), { region_id: place.id });
    const graph = new Graph(shop.db, new Registry(entities));
    const { region } = (await graph.find(view, id)) as { region: { name: string } };
    expect(() => {
      region.name = "changed";
    }).toThrow(TypeError);
  });
});
