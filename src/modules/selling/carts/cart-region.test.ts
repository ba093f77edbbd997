import { describe, expect, it } from "vitest";
import { aRegionModel } from "../../../../test/support/factories/cart-models.ts";
import { channelFor, checkedChannel, countryIn, onlyCountryOf, refuseForeignCountry } from "./cart-region.ts";

const region = aRegionModel();
const small = aRegionModel({ countries: [{ iso_2: "us" }] });
const nowhere = aRegionModel({ countries: [] });

describe("the country of a new cart", () => {
  it("is one of the region, in upper or lower case", () => {
    for (const code of ["us", "US", undefined])
      expect(() => refuseForeignCountry(region, code)).not.toThrow();
    for (const code of ["de", ""]) expect(() => refuseForeignCountry(region, code)).toThrow("not in region");
  });

  it("need not be sent if the region has only one", () => {
    expect([small, region, nowhere].map(onlyCountryOf)).toEqual(["us", null, null]);
  });
});

describe("the country in another region", () => {
  it("is the sent one", () => {
    expect(countryIn(region, "DK")).toBe("dk");
    expect(() => countryIn(region, "de")).toThrow("Country not available in region");
    expect(() => countryIn(nowhere, "us")).toThrow("Country not available in region");
  });

  it("is the only one of the region, or not known yet", () => {
    expect(countryIn(small, undefined)).toBe("us");
    expect(countryIn(region, undefined)).toBeNull();
  });
});

describe("the sales channel of a new cart", () => {
  it.each([
    ["that was requested", "sc_1", null, "sc_1"],
    ["that was requested and that the key has", "sc_2", ["sc_1", "sc_2"], "sc_2"],
    ["of the key", undefined, ["sc_1"], "sc_1"],
    ["of the shop, for a key without channels", undefined, [], null],
    ["of the shop", undefined, null, null],
  ])("is the one %s", (_, requested, ofKey, expected) => {
    expect(channelFor(requested, ofKey)).toBe(expected);
  });

  it("must be one of the publishable key", () => {
    expect(() => channelFor("sc_3", ["sc_1"])).toThrow("contains errors");
  });

  it("must be sent if the publishable key has several", () => {
    expect(() => channelFor(undefined, ["sc_1", "sc_2"])).toThrow("sales_channel_id");
  });

  it("must exist and be enabled if it was sent", () => {
    expect(checkedChannel({ id: "sc_1", name: "Shop", is_disabled: false }, "sc_1")).toBe("sc_1");
    expect(() => checkedChannel(null, "sc_1")).toThrow("Sales channel with id: sc_1 was not found");
    expect(() => checkedChannel({ id: "sc_1", name: "Shop", is_disabled: true }, "sc_1")).toThrow("disabled");
  });

  it("may be missing or disabled if none was sent", () => {
    expect(checkedChannel(null, null)).toBeNull();
    expect(checkedChannel({ id: "sc_default", name: "Shop", is_disabled: true }, null)).toBe("sc_default");
  });
});
