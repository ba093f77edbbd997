import fc from "fast-check";
import { describe, expect } from "vitest";
import { aCategory, aChild, orderBelow, pathTo } from "../support/factories/categories.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { CategoryModel } from "./category-model.ts";

const { it, shop } = withShop();

const url = "/admin/product-categories";

/** What an administrator does to the tree; categories are meant by their age, modulo how many there are. */
type Step =
  | { kind: "create"; parent: number | null }
  | { kind: "move"; category: number; parent: number | null; rank?: number }
  | { kind: "rank"; category: number; rank: number }
  | { kind: "delete"; category: number };

const which = fc.nat(30);
const parent = fc.option(which, { nil: null, freq: 4 });
const rank = fc.nat(5);
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("create" as const), parent }) },
    {
      weight: 5,
      arbitrary: fc.record(
        { kind: fc.constant("move" as const), category: which, parent, rank },
        { requiredKeys: ["kind", "category", "parent"] },
      ),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("rank" as const), category: which, rank }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("delete" as const), category: which }) },
  ),
  { minLength: 10, maxLength: 40 },
);

class Play {
  readonly model = new CategoryModel();

  private id = (age: number) => this.model.ids()[age % Math.max(1, this.model.ids().length)] ?? null;
  private parentId = (age: number | null) => (age === null ? null : this.id(age));

  async take(step: Step): Promise<void> {
    if (step.kind === "create") return this.create(this.parentId(step.parent));
    const id = this.id(step.category);
    if (id === null) return;
    if (step.kind === "delete") return this.remove(id);
    const parentId = step.kind === "move" ? this.parentId(step.parent) : this.model.parentOf(id);
    const { status, body } = await shop.admin.post(`${url}/${id}`, {
      ...(step.kind === "move" ? { parent_category_id: parentId } : {}),
      ...(step.rank === undefined ? {} : { rank: step.rank }),
    });
    if (!this.model.move(id, parentId, step.rank)) return expect(status).toBe(400);
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body.product_category).toMatchObject({
      parent_category_id: parentId,
      rank: this.model.rankOf(id),
    });
  }

  private async create(parentId: string | null): Promise<void> {
    const { id } = await aCategory(shop, { parent_category_id: parentId });
    this.model.create(id, parentId);
  }

  private async remove(id: string): Promise<void> {
    const { status } = await shop.admin.delete(`${url}/${id}`);
    expect(status).toBe(this.model.remove(id) ? 200 : 400);
  }

  async compare(): Promise<void> {
    for (const parentId of [null, ...this.model.ids()])
      expect(await orderBelow(shop, parentId)).toEqual(this.model.childrenOf(parentId));
    for (const id of this.model.ids()) expect(await pathTo(shop, id)).toBe(this.model.pathTo(id));
  }
}

const emptyTree = () => shop.db.run({ text: "delete from product_category", values: [] });

describe("the tree of categories", () => {
  it("is after any creations, moves, new ranks and deletions what a plain list would be", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        await emptyTree();
        const play = new Play();
        for (const step of story) await play.take(step);
        await play.compare();
      }),
      { numRuns: 25 },
    );
  });

  it.each([0, 1, 2, 3, 9])("takes a category with siblings to rank %i below another parent", async (to) => {
    const [from, target] = [await aCategory(shop), await aCategory(shop)];
    const left = [await aChild(shop, from), await aChild(shop, from), await aChild(shop, from)];
    const met = [await aChild(shop, target), await aChild(shop, target)];
    const moved = left[0]!;
    const { status, body } = await shop.admin.post(`${url}/${moved.id}`, {
      parent_category_id: target.id,
      rank: to,
    });
    expect(status).toBe(200);
    expect(body.product_category.rank).toBe(Math.min(to, 2));
    const order = met.map(({ id }) => id);
    order.splice(to, 0, moved.id);
    expect(await orderBelow(shop, target.id)).toEqual(order);
    expect(await orderBelow(shop, from.id)).toEqual([left[1]!.id, left[2]!.id]);
  });

  it("has no gaps and no circle after many moves at the same time", async () => {
    await emptyTree();
    const categories: string[] = [];
    for (let made = 0; made < 8; made++)
      categories.push((await aCategory(shop, { parent_category_id: categories[made - 3] ?? null })).id);
    const moves = categories.flatMap((id, index) =>
      [1, 3, 5].map((step) =>
        shop.admin.post(`${url}/${id}`, {
          parent_category_id: step === 5 ? null : categories[(index + step) % 8],
          rank: index % 2,
        }),
      ),
    );
    const statuses = new Set((await Promise.all(moves)).map(({ status }) => status));
    statuses.delete(400); // below itself: refused
    expect([...statuses]).toEqual([200]);
    const reached: string[] = [];
    const walk = async (parentId: string | null, path: string): Promise<void> => {
      for (const id of await orderBelow(shop, parentId)) {
        reached.push(id);
        expect(await pathTo(shop, id)).toBe(`${path}${id}.`);
        await walk(id, `${path}${id}.`);
      }
    };
    await walk(null, "");
    expect(reached.sort()).toEqual(categories.sort());
  });
});
