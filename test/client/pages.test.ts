import { describe, expect } from "vitest";
import { withShop } from "../support/fixtures/with-shop.ts";
import { anAdmin, countedFetch } from "./shop-clients.ts";

const { it, shop } = withShop();

const addGroup = async (name: string): Promise<string> => {
  const { body } = await shop.admin.post("/admin/customer-groups", { name });
  return body.customer_group.id;
};

it.beforeAll(async () => {
  for (let number = 1; number <= 7; number++) await addGroup(`Group ${number}`);
});

describe("the pages of a list", () => {
  it("are read one after the other, as they are needed", async () => {
    const { fetch, sent } = countedFetch();
    const client = await anAdmin(shop, { fetch });
    sent.length = 0;
    const requests: number[] = [];
    const names: string[] = [];
    for await (const group of client.pages("/admin/customer-groups", {
      query: { limit: 3, order: "name" },
    })) {
      names.push(group.name);
      requests.push(sent.length);
    }
    expect(names).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Group ${number}`));
    expect(requests).toEqual([1, 1, 1, 2, 2, 2, 3]);
    expect(sent).toHaveLength(3);
  });

  it("have each row once, although rows are added before them meanwhile", async () => {
    const client = await anAdmin(shop);
    const names: string[] = [];
    let added = 0;
    for await (const { name } of client.pages("/admin/customer-groups", {
      query: { limit: 3, order: "name" },
    })) {
      names.push(name);
      // In front of all others: the last row of this page is the first of the next.
      if (names.length === 3 || names.length === 5) await addGroup(`A new group ${++added}`);
    }
    expect(names).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Group ${number}`));
    expect(added).toBe(2);
  });

  it("begin at the offset, with the filters of the query", async () => {
    const client = await anAdmin(shop);
    const names: string[] = [];
    const query = { q: "Group ", limit: 2, offset: 5, order: "-name" };
    for await (const { name } of client.pages("/admin/customer-groups", { query })) names.push(name);
    expect(names.filter((name) => name.startsWith("Group"))).toEqual(["Group 2", "Group 1"]);
  });

  it("end where the caller stops", async () => {
    const { fetch, sent } = countedFetch();
    const client = await anAdmin(shop, { fetch });
    sent.length = 0;
    for await (const _ of client.pages("/admin/customer-groups", { query: { limit: 1 } })) break;
    expect(sent).toHaveLength(1);
  });

  it("take the parameters of a path, and lists without a count", async () => {
    const client = await anAdmin(shop);
    const path = { id: await addGroup("Empty") };
    for await (const customer of client.pages("/admin/customer-groups/{id}/customers", { path }))
      expect.unreachable(customer.id);
    for await (const variant of client.pages("/store/variants")) expect.unreachable(variant.id);
  });
});
