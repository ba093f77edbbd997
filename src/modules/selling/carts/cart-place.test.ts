import { describe, expect, it } from "vitest";
import { aRegionModel } from "../../../../test/support/cart-models.ts";
import { channelFor, checkedChannel, countryIn, onlyCountryOf, refuseForeignCountry } from "./cart-place.ts";

const region = aRegionModel();
const small = aRegionModel({ countries: [{ iso_2: "us" }] });
const nowhere = aRegionModel({ countries: [] });

describe("the country of a new cart", () => {
  it("is one of the region, in any case", () => {
    for (const code of ["us", "US", undefined])
      expect(() => refuseForeignCountry(region, code)).not.toThrow();
    for (const code of ["de", ""]) expect(() => refuseForeignCountry(region, code)).toThrow("not in region");
  });

  it("goes without saying where there is only one", () => {
    expect([small, region, nowhere].map(onlyCountryOf)).toEqual(["us", null, null]);
  });
});

describe("the country in another region", () => {
  it("is the one that is sent", () => {
    expect(countryIn(region, "DK")).toBe("dk");
    expect(() => countryIn(region, "de")).toThrow("Country not available in region");
    expect(() => countryIn(nowhere, "us")).toThrow("Country not available in region");
  });

  it("is the only one there is, or is still to be said", () => {
    expect(countryIn(small, undefined)).toBe("us");
    expect(countryIn(region, undefined)).toBeNull();
  });
});

describe("the sales channel of a new cart", () => {
  it.each([
    ["that was asked for", "sc_1", null, "sc_1"],
    ["that was asked for and that the key has", "sc_2", ["sc_1", "sc_2"], "sc_2"],
    ["of the key", undefined, ["sc_1"], "sc_1"],
    ["of the shop, for a key without channels", undefined, [], null],
    ["of the shop", undefined, null, null],
  ])("is the one %s", (_, asked, ofKey, expected) => {
    expect(channelFor(asked, ofKey)).toBe(expected);
  });

  it("must be one of the key", () => {
    expect(() => channelFor("sc_3", ["sc_1"])).toThrow("contains errors");
  });

  it("must be named where the key has several", () => {
    expect(() => channelFor(undefined, ["sc_1", "sc_2"])).toThrow("sales_channel_id");
  });

  it("must exist and be enabled where it was named", () => {
    expect(checkedChannel({ id: "sc_1", name: "Shop", is_disabled: false }, "sc_1")).toBe("sc_1");
    expect(() => checkedChannel(null, "sc_1")).toThrow("Sales channel with id: sc_1 was not found");
    expect(() => checkedChannel({ id: "sc_1", name: "Shop", is_disabled: true }, "sc_1")).toThrow("disabled");
  });

  it("may be missing where none was named", () => {
    expect(checkedChannel(null, null)).toBeNull();
    expect(checkedChannel({ id: "sc_default", name: "Shop", is_disabled: true }, null)).toBe("sc_default");
  });
});
