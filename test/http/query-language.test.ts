import { describe, expect } from "vitest";
import { withShop } from "../support/fixtures/with-shop.ts";

const titles = async (query: string) => {
  const { status, body } = await shop.admin.get(`/admin/collections?${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.collections.map((collection: { title: string }) => collection.title);
};

const refusal = async (path: string) => {
  const { status, body } = await shop.admin.get(path);
  return { status, type: body.type, message: body.message as string };
};

const { it, shop } = withShop();
it.beforeAll(async () => {
  for (const title of ["Alpha One", "Beta Two", "Gamma Three", "100% wool", "under_score", "back\\slash"]) {
    await shop.admin.post("/admin/collections", { title });
  }
  await shop.db.run({
    text: "update product_collection set created_at = '2020-05-05T05:05:05.678Z' where title = 'Alpha One'",
    values: [],
  });
});

describe("strings", () => {
  it("read + and %20 as a space", async () => {
    expect(await titles("title=Alpha+One")).toEqual(["Alpha One"]);
    expect(await titles("title=Alpha%20One")).toEqual(["Alpha One"]);
  });

  it("are exact: another case is another title", async () => {
    expect(await titles("title=alpha+one")).toEqual([]);
  });

  it("may not be repeated where one is meant", async () => {
    expect(await refusal("/admin/collections?title=a&title=b")).toMatchObject({
      status: 400,
      type: "invalid_data",
    });
  });
});

describe("q", () => {
  it("finds a part of the text in any case", async () => {
    expect(await titles("q=MMA+thr")).toEqual(["Gamma Three"]);
  });

  it.each([
    ["%25", "100% wool"],
    ["_", "under_score"],
    ["%5C", "back\\slash"],
  ])("takes %s for itself, not for a wildcard", async (sign, title) => {
    expect(await titles(`q=${sign}`)).toEqual([title]);
  });

  it("takes the place of filters on the columns it searches", async () => {
    expect(await titles("q=alpha&title=Beta+Two")).toEqual(["Alpha One"]);
  });
});

describe("dates", () => {
  it.each([
    "created_at[gt]=2020-05-05&created_at[lt]=2020-05-06",
    "created_at[gte]=2020-05-05T05:05:05Z&created_at[lte]=2020-05-05T05:05:06Z",
    "created_at%5Bgte%5D=2020-05-05T05%3A05%3A05.678Z&created_at%5Blt%5D=1588655106",
  ])("%s", async (query) => {
    expect(await titles(query)).toEqual(["Alpha One"]);
  });

  it("refuse invalid dates and unknown comparisons", async () => {
    expect(await refusal("/admin/collections?created_at[gt]=soon")).toMatchObject({
      status: 400,
      type: "invalid_data",
    });
    expect((await refusal("/admin/collections?created_at[gt]=soon")).message).toContain("gt");
    expect((await refusal("/admin/collections?created_at[after]=2020-01-01")).message).toContain("after");
    expect(await refusal("/admin/collections?created_at=2020-01-01")).toMatchObject({ status: 400 });
  });
});

describe("arrays", () => {
  const handles = async (query: string) => {
    const { status, body } = await shop.visitor().get(`/store/collections?${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.collections.map((collection: { handle: string }) => collection.handle).sort();
  };

  it.each([
    "handle[]=alpha-one&handle[]=beta-two",
    "handle[0]=alpha-one&handle[1]=beta-two",
    "handle[]=alpha-one,beta-two",
  ])("%s", async (query) => {
    expect(await handles(query)).toEqual(["alpha-one", "beta-two"]);
  });

  it("are refused when a bare text comes in their place", async () => {
    const { status, body } = await shop.visitor().get("/store/collections?handle=alpha-one");
    expect(status).toBe(400);
    expect(body.message).toContain("handle");
  });

  it("may hold hundreds of values", async () => {
    const many = Array.from({ length: 500 }, (_, index) => `handle[]=none-${index}`).join("&");
    expect(await handles(`${many}&handle[]=alpha-one`)).toEqual(["alpha-one"]);
  });
});

describe("booleans", () => {
  it("are the words true and false", async () => {
    const { body } = await shop.visitor().get("/admin/currencies?includes_tax=false&limit=1");
    expect(body.count).toBe(120);
    expect((await shop.visitor().get("/admin/currencies?includes_tax=true")).body.count).toBe(0);
    expect((await shop.visitor().get("/admin/currencies?includes_tax=1")).status).toBe(400);
  });
});

describe("paging", () => {
  it("echoes limit and offset, and counts all", async () => {
    const { body } = await shop.admin.get("/admin/collections?limit=2&offset=4&order=title");
    expect(body).toMatchObject({ count: 6, limit: 2, offset: 4 });
    expect(body.collections).toHaveLength(2);
  });

  it("visits all rows once, in any order", async () => {
    const seen: string[] = [];
    for (let offset = 0; offset < 6; offset += 2)
      seen.push(...(await titles(`limit=2&offset=${offset}&order=updated_at`)));
    expect(new Set(seen).size).toBe(6);
  });

  it("applies the maximum for 0 and for more than the maximum", async () => {
    expect((await shop.admin.get("/admin/collections?limit=0")).body.limit).toBe(1000);
    expect((await shop.admin.get("/admin/collections?limit=5000")).body.limit).toBe(1000);
  });

  it.each(["limit=-1", "offset=-1", "limit=ten", "limit=1.5", "limit=99999999999999999999"])(
    "refuses %s",
    async (query) => {
      const { status, message } = await refusal(`/admin/collections?${query}`);
      expect(status).toBe(400);
      expect(message).toContain(query.split("=")[0]);
    },
  );

  it("is unlimited when the limit is empty, and shows 0 as v1 does", async () => {
    const { body } = await shop.admin.get("/admin/collections?limit=&offset=");
    const plain = (await shop.admin.get("/admin/collections")).body;
    expect(body).toEqual({ ...plain, limit: 0 });
  });

  it("behind the end is empty", async () => {
    expect((await shop.admin.get("/admin/collections?offset=100")).body).toMatchObject({
      collections: [],
      count: 6,
    });
  });
});

describe("an empty value", () => {
  it.each([
    "q=",
    "order=",
    "title=",
    "created_at[gt]=",
    "created_at=",
    "offset",
    "title=&q=&created_at[lt]=",
  ])("says nothing: %s", async (query) => {
    expect(await titles(query)).toEqual(await titles(""));
  });

  it("does not make a list show deleted rows", async () => {
    const { id } = (await shop.admin.post("/admin/collections", { title: "Gone" })).body.collection;
    await shop.admin.delete(`/admin/collections/${id}`);
    expect(await titles("deleted_at[gt]=")).not.toContain("Gone");
    expect(await titles("deleted_at=")).not.toContain("Gone");
  });

  it("is left out of a list of values", async () => {
    const { body } = await shop.visitor().get("/store/collections?handle[]=&handle[]=alpha-one");
    expect(body.collections).toMatchObject([{ handle: "alpha-one" }]);
    expect((await shop.visitor().get("/store/collections?handle[]=")).body.count).toBe(6);
  });

  it("is still refused where the parameter is not known", async () => {
    expect((await refusal("/admin/collections?colour=red")).status).toBe(400);
  });
});

describe("order", () => {
  it("sorts ascending, and descending with a minus", async () => {
    expect((await titles("q=a&order=title")).at(0)).toBe("Alpha One");
    expect((await titles("order=-title&limit=1")).at(0)).toBe("under_score");
  });

  it("is newest first by default", async () => {
    expect((await titles("limit=1")).at(0)).toBe("back\\slash");
  });

  it.each([
    "nonsense",
    "metadata",
    "title;drop table customer",
    "products.nonsense",
    "nothing.title",
    "-",
    "__proto__",
  ])("refuses %s", async (name) => {
    const { status, type } = await refusal(`/admin/collections?order=${encodeURIComponent(name)}`);
    expect({ status, type }).toEqual({ status: 400, type: "invalid_data" });
  });
});

describe("unknown parameters", () => {
  it("are refused by name", async () => {
    expect((await refusal("/admin/collections?colour=red")).message).toBe("property colour should not exist");
    expect((await refusal("/admin/collections?__proto__[x]=1")).status).toBeLessThan(500);
  });

  it("are refused on routes that take none at all", async () => {
    const { body } = await shop.admin.get("/admin/collections?limit=1");
    expect((await refusal(`/admin/collections/${body.collections[0].id}?colour=red`)).status).toBe(400);
  });
});
