import { describe, expect } from "vitest";
import { countingStatements } from "../support/checks/counted-statements.ts";
import { eventsAbout } from "../support/factories/customers.ts";
import {
  anOption,
  aProductIn,
  aProfile,
  aRegion,
  deleteRow,
  profilesOf,
  standardProfile,
} from "../support/factories/shipping.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

let defaultProfile: string;
const { it, shop } = withShop();
it.beforeAll(async () => {
  defaultProfile = await standardProfile(shop, "default");
});

const path = (id: string) => `/admin/shipping-profiles/${id}`;
const read = async (id: string) => (await shop.admin.get(path(id))).body.shipping_profile;
const list = async () =>
  (await shop.admin.get("/admin/shipping-profiles")).body.shipping_profiles as { id: string; type: string }[];
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id).sort();

describe("a shipping profile", () => {
  it("is made with a name and a type, and shown with its products and options", async () => {
    const { status, body } = await shop.admin.post("/admin/shipping-profiles", {
      name: "Bulky",
      type: "custom",
      metadata: { m: 1 },
    });
    expect(status).toBe(200);
    expect(body.shipping_profile).toEqual({
      id: expect.stringMatching(/^sp_/),
      name: "Bulky",
      type: "custom",
      metadata: { m: 1 },
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
    });
    expect(await read(body.shipping_profile.id)).toEqual({
      ...body.shipping_profile,
      products: [],
      shipping_options: [],
    });
  });

  it.each([
    ["no name", { type: "custom" }],
    ["an empty name", { name: "", type: "custom" }],
    ["a name that is no text", { name: 1, type: "custom" }],
    ["an endless name", { name: "x".repeat(1001), type: "custom" }],
    ["no type", { name: "X" }],
    ["an unknown type", { name: "X", type: "odd" }],
    ["metadata that is no object", { name: "X", type: "custom", metadata: "m" }],
    ["products, which come later", { name: "X", type: "custom", products: [] }],
  ])("is not made with %s", async (_, sent) => {
    const before = await list();
    const { status, body } = await shop.admin.post("/admin/shipping-profiles", sent);
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
    expect(await list()).toEqual(before);
  });

  it("changes its name, its type and single keys of its metadata", async () => {
    const profile = await aProfile(shop, { metadata: { kept: 1, changed: 1, gone: 1 } });
    const { status, body } = await shop.admin.post(path(profile.id), {
      name: "Other",
      type: "gift_card",
      metadata: { changed: 2, gone: "" },
    });
    expect(status).toBe(200);
    expect(body.shipping_profile).toMatchObject({
      name: "Other",
      type: "gift_card",
      metadata: { kept: 1, changed: 2 },
    });
    expect(body.shipping_profile.metadata).not.toHaveProperty("gone");
    expect((await shop.admin.post(path(profile.id), {})).body.shipping_profile.name).toBe("Other");
  });

  it.each([
    ["an empty name", { name: "" }],
    ["an unknown type", { type: "odd" }],
    ["products that are no list", { products: "prod_1" }],
    ["products that are objects", { products: [{ id: "prod_1" }] }],
    ["options that are no list", { shipping_options: {} }],
    ["an unknown property", { colour: "red" }],
  ])("does not change with %s", async (_, sent) => {
    const profile = await aProfile(shop);
    const before = await read(profile.id);
    const { status, body } = await shop.admin.post(path(profile.id), { metadata: { m: 1 }, ...sent });
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
    expect(await read(profile.id)).toEqual(before);
  });

  it("that is unknown is not found", async () => {
    const unknown = { type: "not_found", message: "Profile with id: sp_unknown was not found" };
    for (const answer of [
      await shop.admin.get(path("sp_unknown")),
      await shop.admin.post(path("sp_unknown"), { name: "X" }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(unknown);
    }
  });

  it("is nothing for visitors", async () => {
    const profile = await aProfile(shop);
    const visitor = shop.visitor();
    const answers = [
      await visitor.get("/admin/shipping-profiles"),
      await visitor.post("/admin/shipping-profiles", { name: "Mine", type: "custom" }),
      await visitor.get(path(profile.id)),
      await visitor.post(path(profile.id), { name: "Mine" }),
      await visitor.delete(path(profile.id)),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 401));
    expect((await read(profile.id)).name).toBe(profile.name);
  });

  it("keeps both changes when two are made at the same moment", async () => {
    const profile = await aProfile(shop);
    await Promise.all(
      ["a", "b", "c", "d"].map((key) => shop.admin.post(path(profile.id), { metadata: { [key]: 1 } })),
    );
    expect((await read(profile.id)).metadata).toEqual({ a: 1, b: 1, c: 1, d: 1 });
  });
});

describe("the list of shipping profiles", () => {
  it("has all of them, the oldest first, without products and options", async () => {
    const [first, second] = [await aProfile(shop), await aProfile(shop)];
    const { status, body } = await shop.admin.get("/admin/shipping-profiles");
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(["shipping_profiles"]);
    expect(body.shipping_profiles.slice(-2).map(({ id }: { id: string }) => id)).toEqual([
      first.id,
      second.id,
    ]);
    expect(body.shipping_profiles[0]).not.toHaveProperty("products");
    expect(body.shipping_profiles[0]).not.toHaveProperty("shipping_options");
    expect((await shop.admin.get("/admin/shipping-profiles?limit=1")).status).toBe(400);
  });
});

describe("the content of a shipping profile", () => {
  it("takes products in, which leave the profile they were in", async () => {
    const [bulky, light] = [await aProfile(shop), await aProfile(shop)];
    const [a, b] = [await aProductIn(shop, light.id), await aProductIn(shop)];
    const { status, body } = await shop.admin.post(path(bulky.id), { products: [a, b, a] });
    expect(status).toBe(200);
    expect(idsOf(body.shipping_profile.products)).toEqual([a, b].sort());
    expect(body.shipping_profile.products[0].profiles).toMatchObject([{ id: bulky.id }]);
    expect((await read(light.id)).products).toEqual([]);
    expect(await eventsAbout(shop, a)).toEqual([
      { name: "product.updated", data: { id: a, fields: ["profiles"] } },
    ]);

    const c = await aProductIn(shop, light.id);
    await shop.admin.post(path(bulky.id), { products: [c] });
    expect(idsOf((await read(bulky.id)).products)).toEqual([a, b, c].sort());
    await shop.admin.post(path(bulky.id), { products: [] });
    expect(idsOf((await read(bulky.id)).products)).toEqual([a, b, c].sort());
  });

  it("takes shipping options in, which leave the profile they were in", async () => {
    const bulky = await aProfile(shop);
    const option = await anOption(shop, await aRegion(shop));
    expect(option.profile_id).toBe(defaultProfile);
    const { body } = await shop.admin.post(path(bulky.id), { shipping_options: [option.id, option.id] });
    expect(body.shipping_profile.shipping_options).toMatchObject([{ id: option.id, profile_id: bulky.id }]);
  });

  it("stays as it is when something that is sent is unknown or deleted", async () => {
    const profile = await aProfile(shop);
    const option = await anOption(shop, await aRegion(shop));
    const gone = await anOption(shop, option.region_id);
    await shop.admin.delete(`/admin/shipping-options/${gone.id}`);
    const [product, goneProduct] = [await aProductIn(shop, defaultProfile), await aProductIn(shop)];
    await deleteRow(shop, "product", goneProduct);
    for (const [sent, named] of [
      [{ products: [product, "prod_unknown"] }, "prod_unknown"],
      [{ products: [product, goneProduct] }, goneProduct],
      [{ products: [product], shipping_options: [option.id, "so_unknown"] }, "so_unknown"],
      [{ products: [product], shipping_options: [option.id, gone.id] }, gone.id],
    ] as const) {
      const { status, body } = await shop.admin.post(path(profile.id), { name: "Changed", ...sent });
      expect(status).toBe(404);
      expect(body.type).toBe("not_found");
      expect(body.message).toContain(named);
    }
    expect(await read(profile.id)).toMatchObject({ name: profile.name, products: [], shipping_options: [] });
    expect(await profilesOf(shop, product)).toEqual([defaultProfile]);
    expect(await eventsAbout(shop, product)).toEqual([]);
  });

  it("has a product in one profile, also with requests at the same moment", async () => {
    const profiles = await Promise.all([1, 2, 3, 4].map(() => aProfile(shop)));
    const products = [await aProductIn(shop), await aProductIn(shop)];
    const answers = await Promise.all(
      profiles.map(({ id }, index) =>
        shop.admin.post(path(id), { products: index % 2 ? products : [...products].reverse() }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    for (const product of products) expect(await profilesOf(shop, product)).toHaveLength(1);
  });
});

describe("deleting a shipping profile", () => {
  it("is done once, and every request succeeds", async () => {
    const profile = await aProfile(shop);
    const deleted = { id: profile.id, object: "shipping_profile", deleted: true };
    for (const answer of [
      await shop.admin.delete(path(profile.id)),
      await shop.admin.delete(path(profile.id)),
    ])
      expect(answer).toMatchObject({ status: 200, body: deleted });
    expect((await shop.admin.get(path(profile.id))).status).toBe(404);
    expect(idsOf(await list())).not.toContain(profile.id);
    expect((await shop.admin.delete(path("sp_unknown"))).status).toBe(200);
  });

  it("leaves no product that cannot be shipped", async () => {
    const [profile, other] = [await aProfile(shop), await aProfile(shop)];
    const goods = await aProductIn(shop, profile.id);
    const giftCard = await aProductIn(shop, profile.id, { isGiftCard: true });
    const inTwo = await aProductIn(shop, profile.id);
    await shop.db.run({
      text: "insert into product_shipping_profile (product_id, profile_id) values ($1, $2)",
      values: [inTwo, other.id],
    });
    expect((await shop.admin.delete(path(profile.id))).status).toBe(200);
    expect(await profilesOf(shop, goods)).toEqual([defaultProfile]);
    expect(await profilesOf(shop, giftCard)).toEqual([await standardProfile(shop, "gift_card")]);
    expect(idsOf((await read(other.id)).products)).toEqual([inTwo]);
    expect(await eventsAbout(shop, goods)).toHaveLength(1);
  });

  it("keeps its options, which no customer sees until they are in another profile", async () => {
    const profile = await aProfile(shop);
    const region = await aRegion(shop);
    const option = await anOption(shop, region, { profile_id: profile.id });
    const offered = async () =>
      (await shop.visitor().get(`/store/shipping-options?region_id=${region}`)).body.shipping_options;
    expect(await offered()).toHaveLength(1);

    await shop.admin.delete(path(profile.id));
    expect(await offered()).toEqual([]);
    const { status, body } = await shop.admin.get(`/admin/shipping-options/${option.id}`);
    expect(status).toBe(200);
    expect(body.shipping_option).toMatchObject({ profile_id: profile.id, profile: null });

    await shop.admin.post(path(defaultProfile), { shipping_options: [option.id] });
    expect(await offered()).toHaveLength(1);
  });

  it.each(["default", "gift_card"] as const)("does not take the last %s profile", async (type) => {
    const id = await standardProfile(shop, type);
    for (const other of await list()) {
      if (other.type === type && other.id !== id) await shop.admin.delete(path(other.id));
    }
    for (const answer of [
      await shop.admin.delete(path(id)),
      await shop.admin.post(path(id), { type: "custom" }),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.type).toBe("not_allowed");
    }
    expect((await read(id)).type).toBe(type);
    expect((await shop.admin.post(path(id), { type })).status).toBe(200);
  });

  it("leaves one of two default profiles when both are deleted at the same moment", async () => {
    const second = await aProfile(shop, { type: "gift_card" });
    const giftCards = (await list()).filter(({ type }) => type === "gift_card");
    expect(giftCards).toHaveLength(2);
    const answers = await Promise.all([
      shop.admin.delete(path(giftCards[0]!.id)),
      shop.admin.post(path(second.id), { type: "custom" }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    expect((await list()).filter(({ type }) => type === "gift_card")).toHaveLength(1);
  });
});

describe("reading shipping profiles", () => {
  it("takes one statement", async () => {
    const profile = await aProfile(shop);
    for (const each of [path(profile.id), "/admin/shipping-profiles"]) {
      const { statements, credentials } = await countingStatements(shop.db, () => shop.admin.get(each));
      expect(statements).toHaveLength(1);
      expect(credentials).toBe(1);
    }
  });
});
