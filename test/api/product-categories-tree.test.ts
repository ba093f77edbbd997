import { describe, expect } from "vitest";
import { aCategory, aChild, type Category, orderBelow, pathTo } from "../support/factories/categories.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

const { it, shop } = withShop();

const url = "/admin/product-categories";
const change = (category: { id: string }, changes: unknown) =>
  shop.admin.post(`${url}/${category.id}`, changes);

async function aFamily(size: number): Promise<{ root: Category; children: Category[]; ids: string[] }> {
  const root = await aCategory(shop);
  const children: Category[] = [];
  for (let made = 0; made < size; made++) children.push(await aChild(shop, root));
  return { root, children, ids: children.map(({ id }) => id) };
}

describe("a new rank", () => {
  it.each([
    ["forward", 0, 2, [1, 2, 0, 3]],
    ["backward", 3, 1, [0, 3, 1, 2]],
    ["to the front", 2, 0, [2, 0, 1, 3]],
    ["past the end, to the last place", 1, 99, [0, 2, 3, 1]],
    ["to where it is", 1, 1, [0, 1, 2, 3]],
  ])("moves a category %s", async (_, from, to, order) => {
    const { root, children, ids } = await aFamily(4);
    const { status, body } = await change(children[from]!, { rank: to });
    expect(status).toBe(200);
    expect(body.product_category.rank).toBe(order.indexOf(from));
    expect(await orderBelow(shop, root.id)).toEqual(order.map((index) => ids[index]));
  });

  it("moves a root among the roots", async () => {
    const [first, second] = [await aCategory(shop), await aCategory(shop)];
    await change(second, { rank: 0 });
    const roots = await orderBelow(shop, null);
    expect(roots[0]).toBe(second.id);
    expect(roots).toContain(first.id);
  });

  it("closes gaps and settles ties that other hands left", async () => {
    const { root, children, ids } = await aFamily(3);
    await shop.db.run({
      text: "update product_category set rank = rank * 3 + 10 where parent_category_id = $1",
      values: [root.id],
    });
    const [one, other] = [await aCategory(shop), await aCategory(shop)];
    await shop.db.run({
      text: "update product_category set rank = 0 where id = any($1)",
      values: [[one.id, other.id]],
    });
    await change(children[2]!, { rank: 0 });
    await change(one, { rank: 1 });
    expect(await orderBelow(shop, root.id)).toEqual([ids[2], ids[0], ids[1]]);
    expect((await orderBelow(shop, null))[1]).toBe(one.id);
  });

  it("is given out once among many creations, moves and deletions at the same time", async () => {
    const { root, children } = await aFamily(6);
    const answers = await Promise.all([
      ...children.slice(0, 4).map((child, index) => change(child, { rank: (index * 3) % 5 })),
      shop.admin.delete(`${url}/${children[4]!.id}`),
      change(children[5]!, { parent_category_id: null }),
      ...[1, 2, 3].map((number) =>
        shop.admin.post(url, { name: `Raced ${number}`, parent_category_id: root.id }),
      ),
      ...[1, 2, 3].map((number) => shop.admin.post(url, { name: `Raced root ${number}` })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await orderBelow(shop, root.id)).toHaveLength(7);
    expect(await orderBelow(shop, null)).toContain(children[5]!.id);
  });
});

describe("a new parent", () => {
  it("takes a category with all that is below it, to the last place", async () => {
    const [from, to] = [await aFamily(3), await aFamily(2)];
    const moved = from.children[1]!;
    const grandchild = await aChild(shop, moved);
    const { status, body } = await change(moved, { parent_category_id: to.root.id });
    expect(status).toBe(200);
    expect(body.product_category).toMatchObject({
      rank: 2,
      parent_category: { id: to.root.id },
      category_children: [{ id: grandchild.id }],
    });
    expect(await orderBelow(shop, from.root.id)).toEqual([from.ids[0], from.ids[2]]);
    expect(await orderBelow(shop, to.root.id)).toEqual([...to.ids, moved.id]);
    expect(await pathTo(shop, moved.id)).toBe(`${to.root.id}.${moved.id}.`);
    expect(await pathTo(shop, grandchild.id)).toBe(`${to.root.id}.${moved.id}.${grandchild.id}.`);
  });

  it("takes it to a given place", async () => {
    const [from, to] = [await aFamily(1), await aFamily(2)];
    await change(from.children[0]!, { parent_category_id: to.root.id, rank: 1 });
    expect(await orderBelow(shop, to.root.id)).toEqual([to.ids[0], from.ids[0], to.ids[1]]);
    expect(await orderBelow(shop, from.root.id)).toEqual([]);
  });

  it.each([null, "null"])("given as %j makes it a root", async (parent_category_id) => {
    const { root, children } = await aFamily(2);
    const { body } = await change(children[0]!, { parent_category_id });
    expect(body.product_category).toMatchObject({ parent_category_id: null, parent_category: null });
    expect((await orderBelow(shop, null)).at(-1)).toBe(children[0]!.id);
    expect(await orderBelow(shop, root.id)).toEqual([children[1]!.id]);
    expect(await pathTo(shop, children[0]!.id)).toBe(`${children[0]!.id}.`);
  });

  it("that is the old one changes nothing", async () => {
    const { root, children, ids } = await aFamily(2);
    await change(children[0]!, { parent_category_id: root.id });
    expect(await orderBelow(shop, root.id)).toEqual(ids);
  });

  it("is refused when it is the category itself, one below it, or unknown", async () => {
    const { root, children, ids } = await aFamily(2);
    const grandchild = await aChild(shop, children[0]!);
    for (const target of [root.id, children[0]!.id, grandchild.id]) {
      const { status, body } = await change(root, { name: "Moved", parent_category_id: target });
      expect(status).toBe(400);
      expect(body).toEqual({
        type: "invalid_data",
        message: "parent_category_id: a category cannot be moved below itself or one of its descendants",
      });
    }
    const unknown = await change(root, { name: "Moved", parent_category_id: "pcat_unknown" });
    expect(unknown.status).toBe(404);
    const { body } = await shop.admin.get(`${url}/${root.id}`);
    expect(body.product_category).toMatchObject({ name: root.name, parent_category_id: null });
    expect(await orderBelow(shop, root.id)).toEqual(ids);
  });

  it("is refused where the tree would become too deep", async () => {
    const { root, children } = await aFamily(1);
    let deepest = await aCategory(shop);
    for (let level = 2; level <= 49; level++) deepest = await aChild(shop, deepest);
    const { status } = await change(root, { parent_category_id: deepest.id });
    expect(status).toBe(400);
    expect(await orderBelow(shop, deepest.id)).toEqual([]);
    expect((await change(children[0]!, { parent_category_id: deepest.id })).status).toBe(200);
  });

  it("never makes a circle, also not by two moves far from each other at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await aFamily(1), await aFamily(1)];
      const answers = await Promise.all([
        change(one.root, { parent_category_id: other.ids[0] }),
        change(other.root, { parent_category_id: one.ids[0] }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  it("takes a category out of a circle that other hands made", async () => {
    const { root, children } = await aFamily(1);
    await shop.db.run({
      text: "update product_category set parent_category_id = $2 where id = $1",
      values: [root.id, children[0]!.id],
    });
    const round = await shop.admin.get(`${url}/${root.id}`);
    expect(round.status).toBe(200);
    expect((await change(root, { parent_category_id: null })).status).toBe(200);
    expect(await orderBelow(shop, root.id)).toEqual([children[0]!.id]);
    expect(await pathTo(shop, children[0]!.id)).toBe(`${root.id}.${children[0]!.id}.`);
  });
});
