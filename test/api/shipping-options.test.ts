import { describe, expect } from "vitest";
import type { FulfillmentProvider } from "../../src/providers/ports/fulfillment.ts";
import { ProviderRegistry } from "../../src/providers/registry.ts";
import { countingStatements } from "../support/checks/counted-statements.ts";
import {
  anOption,
  aProfile,
  aRegion,
  deleteRow,
  flatRate,
  standardProfile,
} from "../support/factories/shipping.ts";
import { startShop } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";

/** A carrier who knows what it costs to fly, does not dive, and is asked while `whenAsked` goes on. */
let whenAsked = async () => {};
const courier = {
  ...new ProviderRegistry().fulfillment.find("manual")!,
  id: "courier",
  validateOption: async (data) => {
    await whenAsked();
    return data["id"] !== "dive";
  },
  canCalculate: async (data) => data["id"] === "fly",
} satisfies FulfillmentProvider;

let region: string;
const { it, shop } = withShop(async () => {
  const providers = new ProviderRegistry();
  providers.fulfillment.add(courier);
  return startShop({}, { providers });
});
it.beforeAll(async () => {
  region = await aRegion(shop, { carriers: ["manual", "courier"] });
});

const path = (id: string) => `/admin/shipping-options/${id}`;
const create = (body: Record<string, unknown>) => shop.admin.post("/admin/shipping-options", body);
const read = async (id: string) => (await shop.admin.get(path(id))).body.shipping_option;
const count = async () => (await shop.admin.get("/admin/shipping-options?limit=1")).body.count;
const byAir = (details: Record<string, unknown> = {}) =>
  flatRate(region, {
    provider_id: "courier",
    data: { id: "fly" },
    price_type: "calculated",
    amount: undefined,
    ...details,
  });
const min = (amount: number) => ({ type: "min_subtotal", amount });
const max = (amount: number) => ({ type: "max_subtotal", amount });

describe("a shipping option", () => {
  it("is made and shown with its region, profile and requirements", async () => {
    const profile = await aProfile(shop);
    const { status, body } = await create({
      name: "Truck",
      region_id: region,
      profile_id: profile.id,
      provider_id: "manual",
      data: { id: "manual-fulfillment" },
      price_type: "flat_rate",
      amount: 4900,
      requirements: [min(100), max(9000)],
      admin_only: true,
      is_return: true,
      includes_tax: true,
      metadata: { z: 1 },
    });
    expect(status).toBe(200);
    const option = body.shipping_option;
    expect(option).toEqual({
      id: expect.stringMatching(/^so_/),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
      name: "Truck",
      region_id: region,
      profile_id: profile.id,
      provider_id: "manual",
      price_type: "flat_rate",
      amount: 4900,
      is_return: true,
      admin_only: true,
      includes_tax: true,
      data: { id: "manual-fulfillment" },
      metadata: { z: 1 },
      region: expect.objectContaining({ id: region, tax_rate: 10 }),
      profile: expect.objectContaining({ id: profile.id, name: profile.name }),
      requirements: [
        {
          ...min(100),
          id: expect.stringMatching(/^sor_/),
          shipping_option_id: option.id,
          deleted_at: null,
        },
        { ...max(9000), id: expect.any(String), shipping_option_id: option.id, deleted_at: null },
      ],
    });
    expect(await read(option.id)).toEqual(option);
  });

  it("is in the default profile and public by default", async () => {
    expect(await anOption(shop, region, { amount: 0 })).toMatchObject({
      profile_id: await standardProfile(shop, "default"),
      amount: 0,
      is_return: false,
      admin_only: false,
      includes_tax: false,
      metadata: null,
      requirements: [],
    });
  });

  it("has no amount where the carrier calculates it", async () => {
    for (const amount of [undefined, null, 500]) {
      const { status, body } = await create(byAir({ amount }));
      expect(status).toBe(200);
      expect(body.shipping_option).toMatchObject({ price_type: "calculated", amount: null });
    }
  });

  const big = 2_147_483_648;
  it.each([
    ["no name", { name: undefined }],
    ["an empty name", { name: "" }],
    ["no region", { region_id: undefined }],
    ["no carrier", { provider_id: undefined }],
    ["no data", { data: undefined }],
    ["data that is no object", { data: "manual" }],
    ["no price type", { price_type: undefined }],
    ["an unknown price type", { price_type: "free" }],
    ["a flat rate without an amount", { amount: undefined }],
    ["a flat rate of null", { amount: null }],
    ["a negative amount", { amount: -1 }],
    ["half a cent", { amount: 0.5 }],
    ["an amount that is text", { amount: "500" }],
    ["an amount too big for the database", { amount: big }],
    ["a requirement of an unknown type", { requirements: [{ type: "weight", amount: 1 }] }],
    ["a requirement without an amount", { requirements: [{ type: "min_subtotal" }] }],
    ["a requirement of a negative amount", { requirements: [min(-1)] }],
    ["a requirement too big for the database", { requirements: [min(big)] }],
    ["a requirement that has an id already", { requirements: [{ id: "sor_1", ...min(1) }] }],
    ["two minimums", { requirements: [min(1), min(2)] }],
    ["two maximums", { requirements: [max(1), max(2)] }],
    ["a maximum below the minimum", { requirements: [min(100), max(50)] }],
    ["a maximum below the minimum, the other way round", { requirements: [max(50), min(100)] }],
    ["a maximum that is the minimum", { requirements: [min(100), max(100)] }],
    ["admin_only as text", { admin_only: "true" }],
    ["an unknown property", { colour: "red" }],
    ["a carrier that does not exist", { provider_id: "bogus" }],
    ["a carrier that cannot calculate", { price_type: "calculated", amount: undefined }],
    ["a service that cannot be calculated", byAir({ data: { id: "walk" } })],
    ["a service that the carrier does not have", { provider_id: "courier", data: { id: "dive" } }],
  ])("is not made with %s", async (_, sent) => {
    const before = await count();
    const { status, body } = await create(flatRate(region, sent));
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: "invalid_data", message: expect.any(String) });
    expect(await count()).toBe(before);
  });

  it("is not made for a region or a profile that is not there", async () => {
    const before = await count();
    const [goneRegion, goneProfile] = [await aRegion(shop), await aProfile(shop)];
    await deleteRow(shop, "region", goneRegion);
    await shop.admin.delete(`/admin/shipping-profiles/${goneProfile.id}`);
    const answers = [
      [await create(flatRate("reg_unknown")), "Region with reg_unknown was not found"],
      [await create(flatRate(goneRegion)), `Region with ${goneRegion} was not found`],
      [
        await create(flatRate(region, { profile_id: "sp_unknown" })),
        "Profile with id: sp_unknown was not found",
      ],
      [
        await create(flatRate(region, { profile_id: goneProfile.id })),
        `Profile with id: ${goneProfile.id} was not found`,
      ],
    ] as const;
    for (const [{ status, body }, message] of answers) {
      expect(status).toBe(404);
      expect(body).toEqual({ type: "not_found", message });
    }
    expect(await count()).toBe(before);
  });

  it("needs a carrier of its region that is installed", async () => {
    const before = await count();
    const elsewhere = await aRegion(shop, { carriers: ["manual"] });
    const foreign = await create(flatRate(elsewhere, { provider_id: "courier" }));
    expect(foreign.status).toBe(400);
    expect(foreign.body.message).toBe("The fulfillment provider is not available in the provided region");

    await shop.db.run({
      text: "insert into fulfillment_provider (id, is_installed) values ('gone', false)",
      values: [],
    });
    const left = await aRegion(shop, { carriers: ["gone"] });
    const gone = await create(flatRate(left, { provider_id: "gone" }));
    expect(gone.status).toBe(400);
    expect(gone.body.message).toBe("The fulfillment provider gone is not installed");
    expect(await count()).toBe(before);
  });

  it("is not made when its region goes during the call of the carrier, which locks nothing", async () => {
    const before = await count();
    const leaving = await aRegion(shop, { carriers: ["courier"] });
    whenAsked = async () => {
      await deleteRow(shop, "region", leaving);
    };
    const { status } = await create(flatRate(leaving, { provider_id: "courier" }));
    whenAsked = async () => {};
    expect(status).toBe(404);
    expect(await count()).toBe(before);
  });

  it("that is unknown is not found", async () => {
    const unknown = { type: "not_found", message: "Shipping Option with so_unknown was not found" };
    for (const answer of [
      await shop.admin.get(path("so_unknown")),
      await shop.admin.post(path("so_unknown"), { requirements: [] }),
      await shop.admin.post(path("so_unknown"), { requirements: [], price_type: "calculated" }),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual(unknown);
    }
  });

  it("is nothing for visitors", async () => {
    const option = await anOption(shop, region);
    const visitor = shop.visitor();
    const answers = [
      await visitor.get("/admin/shipping-options"),
      await visitor.post("/admin/shipping-options", flatRate(region)),
      await visitor.get(path(option.id)),
      await visitor.post(path(option.id), { name: "Mine", requirements: [] }),
      await visitor.delete(path(option.id)),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 401));
    expect((await read(option.id)).name).toBe(option.name);
  });

  it("is deleted once, and every request succeeds", async () => {
    const option = await anOption(shop, region);
    const deleted = { id: option.id, object: "shipping-option", deleted: true };
    for (const answer of [await shop.admin.delete(path(option.id)), await shop.admin.delete(path(option.id))])
      expect(answer).toMatchObject({ status: 200, body: deleted });
    expect((await shop.admin.get(path(option.id))).status).toBe(404);
    expect((await shop.admin.post(path(option.id), { requirements: [] })).status).toBe(404);
    expect((await shop.admin.delete(path("so_unknown"))).status).toBe(200);
  });
});

describe("changing a shipping option", () => {
  it("changes the fields that are sent and keeps the others", async () => {
    const option = await anOption(shop, region, { metadata: { kept: 1, gone: 1 }, amount: 4900 });
    const { status, body } = await shop.admin.post(path(option.id), {
      name: "Lorry",
      amount: 5000,
      admin_only: true,
      includes_tax: true,
      metadata: { gone: "", come: 1 },
      requirements: [],
    });
    expect(status).toBe(200);
    const { updated_at, ...unchanged } = option as unknown as Record<string, unknown>;
    expect(body.shipping_option).toEqual({
      ...unchanged,
      updated_at: expect.any(String),
      name: "Lorry",
      amount: 5000,
      admin_only: true,
      includes_tax: true,
      metadata: { kept: 1, come: 1 },
    });
    expect(body.shipping_option.updated_at > (updated_at as string)).toBe(true);
    const nothing = await shop.admin.post(path(option.id), { requirements: [] });
    expect(nothing.body.shipping_option).toMatchObject({ name: "Lorry", amount: 5000, admin_only: true });
  });

  it("replaces the requirements; those that are sent with their id keep it", async () => {
    const option = await anOption(shop, region, { requirements: [min(100), max(9000)] });
    const [kept] = option.requirements;
    const first = await shop.admin.post(path(option.id), { requirements: [{ id: kept!.id, ...min(200) }] });
    expect(first.body.shipping_option.requirements).toEqual([{ ...kept, amount: 200 }]);

    const second = await shop.admin.post(path(option.id), {
      requirements: [max(300), { id: kept!.id, ...min(250) }],
    });
    expect(second.body.shipping_option.requirements).toMatchObject([{ id: kept!.id, amount: 250 }, max(300)]);

    const third = await shop.admin.post(path(option.id), { requirements: [{ id: kept!.id, ...max(7) }] });
    expect(third.body.shipping_option.requirements).toMatchObject([{ id: kept!.id, ...max(7) }]);

    const fresh = await shop.admin.post(path(option.id), { requirements: [max(7)] });
    expect(fresh.body.shipping_option.requirements).toMatchObject([max(7)]);
    expect(fresh.body.shipping_option.requirements[0].id).not.toBe(kept!.id);

    const none = await shop.admin.post(path(option.id), { requirements: [] });
    expect(none.body.shipping_option.requirements).toEqual([]);
  });

  it("goes from a flat rate to a calculated price and back", async () => {
    const option = await anOption(shop, region, { provider_id: "courier", data: { id: "fly" } });
    const change = async (sent: Record<string, unknown>) =>
      (await shop.admin.post(path(option.id), { requirements: [], ...sent })).body;
    const calculated = { price_type: "calculated", amount: null };
    expect((await change({ price_type: "calculated" })).shipping_option).toMatchObject(calculated);
    expect((await change({ name: "Plane" })).shipping_option).toMatchObject(calculated);
    expect((await change({ price_type: "calculated", amount: 1 })).shipping_option).toMatchObject(calculated);
    expect((await change({ price_type: "flat_rate" })).type).toBe("invalid_data");
    expect(await read(option.id)).toMatchObject({ ...calculated, name: "Plane" });
    expect((await change({ price_type: "flat_rate", amount: 70 })).shipping_option).toMatchObject({
      price_type: "flat_rate",
      amount: 70,
    });
  });

  it("with a calculated price stores an amount that is sent alone, as v1, and has it as a flat rate", async () => {
    const { body: made } = await create(byAir());
    const change = async (sent: Record<string, unknown>) =>
      (await shop.admin.post(path(made.shipping_option.id), { requirements: [], ...sent })).body
        .shipping_option;
    expect(await change({ amount: 70 })).toMatchObject({ price_type: "calculated", amount: 70 });
    expect(await change({ price_type: "flat_rate" })).toMatchObject({ price_type: "flat_rate", amount: 70 });
  });

  it.each([
    ["no requirements", { requirements: undefined }],
    ["an empty name", { name: "" }],
    ["a negative amount", { amount: -1 }],
    ["half a cent", { amount: 0.5 }],
    ["no amount any more", { amount: null }],
    ["an unknown price type", { price_type: "free" }],
    ["a price that the carrier cannot calculate", { price_type: "calculated" }],
    ["two minimums", { requirements: [min(1), min(2)] }],
    ["a maximum below the minimum", { requirements: [min(2), max(1)] }],
    ["an unknown requirement", { requirements: [{ id: "sor_unknown", ...min(1) }] }],
    ["a requirement of an unknown type", { requirements: [{ type: "weight", amount: 1 }] }],
    ["another region", { region_id: "reg_1" }],
    ["another carrier", { provider_id: "courier" }],
    ["another service", { data: { id: "fly" } }],
    ["another profile", { profile_id: "sp_1" }],
    ["another direction", { is_return: true }],
  ])("is refused with %s", async (_, sent) => {
    const option = await anOption(shop, region, { requirements: [min(100), max(200)] });
    const { status, body } = await shop.admin.post(path(option.id), {
      metadata: { changed: true },
      requirements: [],
      ...sent,
    });
    expect(status).toBe(400);
    expect(body.type).toBe("invalid_data");
    expect(await read(option.id)).toEqual(option);
  });

  it("is refused with the requirement of another option, one that is gone, or one twice", async () => {
    const option = await anOption(shop, region, { requirements: [min(100)] });
    const other = await anOption(shop, region, { requirements: [min(100)] });
    const { id } = option.requirements[0]!;
    const foreign = { requirements: [{ ...min(1), id: other.requirements[0]!.id }] };
    const twice = {
      requirements: [
        { ...min(1), id },
        { ...max(2), id },
      ],
    };
    for (const sent of [foreign, twice]) {
      expect((await shop.admin.post(path(option.id), sent)).status).toBe(400);
    }
    expect(await read(option.id)).toEqual(option);
    expect(await read(other.id)).toEqual(other);

    await shop.admin.post(path(option.id), { requirements: [] });
    const gone = await shop.admin.post(path(option.id), { requirements: [{ ...min(1), id }] });
    expect(gone.status).toBe(400);
    expect((await read(option.id)).requirements).toEqual([]);
  });

  it("keeps one set of requirements and all metadata, in any order of requests", async () => {
    const option = await anOption(shop, region);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((each) =>
        shop.admin.post(path(option.id), {
          requirements: [min(each), max(each + 10)],
          metadata: { [`key${each}`]: each },
        }),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    const { requirements, metadata } = await read(option.id);
    expect(metadata).toEqual({ key1: 1, key2: 2, key3: 3, key4: 4 });
    expect(requirements).toHaveLength(2);
    expect(requirements[1].amount - requirements[0].amount).toBe(10);
  });
});

describe("reading a shipping option", () => {
  it("takes one statement", async () => {
    const option = await anOption(shop, region, { requirements: [min(1)] });
    const { statements, credentials } = await countingStatements(shop.db, () =>
      shop.admin.get(path(option.id)),
    );
    expect(statements).toHaveLength(1);
    expect(credentials).toBe(1);
  });
});
