import { describe, expect, it } from "vitest";
import type { CartAddress } from "../../selling/carts/index.ts";
import type { OrderShippingMethod } from "./locked-order.ts";
import {
  changedAddress,
  changedMethods,
  refuseChangedElsewhere,
  refuseForeignCountry,
  refuseWithoutCountry,
} from "./order.ts";

const home: CartAddress = {
  id: "addr_1",
  customer_id: "cus_1",
  company: null,
  first_name: "Ada",
  last_name: "Example",
  address_1: "1 Test Road",
  address_2: null,
  city: "Testville",
  country_code: "us",
  province: null,
  postal_code: "12345",
  phone: null,
  metadata: { door: 1, bell: "left" },
};

describe("a changed address", () => {
  it("is a new row with the sent fields and the rest of the old address", () => {
    const sent = { city: "Newtown", country_code: "us", metadata: { door: 2, bell: "" } };
    const changed = changedAddress("addr_2", home, sent);
    expect(changed).toEqual({
      ...home,
      id: "addr_2",
      customer_id: null,
      city: "Newtown",
      metadata: { door: 2 },
    });
  });

  it("accepts null for a field, and needs no old address", () => {
    expect(changedAddress("addr_2", home, { city: null }).city).toBeNull();
    expect(changedAddress("addr_2", null, { country_code: "DK" })).toMatchObject({
      city: null,
      country_code: "dk",
      metadata: null,
    });
  });

  it("is refused for a country outside of the region", () => {
    expect(() => refuseForeignCountry(home, ["us", "dk"])).not.toThrow();
    expect(() => refuseForeignCountry({ ...home, country_code: null }, ["us"])).toThrow("order region");
    expect(() => refuseForeignCountry(home, ["dk"])).toThrow("must be in the order region");
  });
});

it("an address without a country is refused by its name", () => {
  expect(() => refuseWithoutCountry("billing_address", { country_code: "us" })).not.toThrow();
  for (const sent of [{}, { country_code: null }, { country_code: "" }]) {
    expect(() => refuseWithoutCountry("billing_address", sent)).toThrow("billing_address.country_code");
  }
});

describe("fields that other operations change", () => {
  it("are refused by name, unless they are empty", () => {
    expect(() => refuseChangedElsewhere({ items: [], discounts: undefined })).not.toThrow();
    for (const name of ["items", "discounts", "region", "payment_method"]) {
      expect(() => refuseChangedElsewhere({ [name]: ["x"] })).toThrow(name);
    }
  });
});

describe("changes of shipping methods", () => {
  const method = (id: string, profile_id: string) =>
    ({
      id,
      price: 500,
      data: { floor: 1 },
      shipping_option: { profile_id, provider_id: "manual" },
    }) as unknown as OrderShippingMethod;
  const [light, heavy] = [method("sm_1", "sp_1"), method("sm_2", "sp_2")];

  it("find the method by its profile; with one method no profile is needed", () => {
    const both = { shipping_methods: [light!, heavy!] };
    expect(changedMethods(both, [{ profile_id: "sp_2", price: 0 }])).toEqual([
      { id: "sm_2", price: 0, data: { floor: 1 } },
    ]);
    expect(changedMethods({ shipping_methods: [light!] }, [{ data: {} }])).toEqual([
      { id: "sm_1", price: 500, data: {} },
    ]);
  });

  it("are refused if they match no method or several", () => {
    const both = { shipping_methods: [light!, heavy!] };
    for (const change of [{ price: 1 }, { profile_id: "sp_3" }, { provider_id: "manual" }]) {
      expect(() => changedMethods(both, [change])).toThrow("shipping_method");
    }
  });
});
