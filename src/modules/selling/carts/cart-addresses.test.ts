import { describe, expect, it } from "vitest";
import { aRegionModel } from "../../../../test/support/factories/cart-models.ts";
import type { CartAddress } from "./cart.ts";
import { type CartAddresses, refuseForeignAddress, withAddress, withAddressById } from "./cart-addresses.ts";
import { emptyAddress } from "./cart-region.ts";

const anAddress = (id: string, details: Partial<CartAddress> = {}): CartAddress => ({
  ...emptyAddress(id),
  first_name: "Ada",
  city: "Testville",
  country_code: "us",
  ...details,
});

const addresses = (details: Partial<CartAddresses> = {}): CartAddresses => ({
  shipping_address: null,
  billing_address: null,
  written: [],
  areOwn: true,
  ...details,
});

const newIds = () => {
  let made = 0;
  return () => `new_${++made}`;
};

const put = (
  before: CartAddresses,
  sent: Parameters<typeof withAddress>[2]["sent"],
  slot: "shipping_address" | "billing_address" = "shipping_address",
) => withAddress(before, slot, { sent, newId: newIds() });

describe("a sent address", () => {
  it("becomes a new row if the cart has no address", () => {
    const after = put(addresses(), { first_name: "Ada", country_code: "dk" });
    const address = { ...emptyAddress("new_1"), first_name: "Ada", country_code: "dk" };
    expect(after).toEqual(addresses({ shipping_address: address, written: [address] }));
  });

  it("is merged into the existing address", () => {
    const after = put(addresses({ shipping_address: anAddress("addr_1") }), { city: "Elsewhere" });
    expect(after.shipping_address).toEqual(anAddress("addr_1", { city: "Elsewhere" }));
    expect(after.written).toEqual([after.shipping_address]);
  });

  it("clears the fields that are sent as null", () => {
    const after = put(addresses({ shipping_address: anAddress("addr_1") }), { city: null });
    expect(after.shipping_address).toEqual(anAddress("addr_1", { city: null }));
  });

  it("replaces the metadata only if it has any", () => {
    const before = addresses({ shipping_address: anAddress("addr_1", { metadata: { a: 1, b: 2 } }) });
    expect(put(before, { metadata: { c: 3 } }).shipping_address?.metadata).toEqual({ c: 3 });
    expect(put(before, { city: "Elsewhere" }).shipping_address?.metadata).toEqual({ a: 1, b: 2 });
  });

  it("does not change the customer's address book: the cart gets a copy", () => {
    const ofBook = anAddress("addr_book", { customer_id: "cus_1" });
    const after = put(addresses({ shipping_address: ofBook }), { city: "Elsewhere" });
    expect(after.shipping_address).toEqual(anAddress("new_1", { city: "Elsewhere" }));
    expect(after.written.map(({ id }) => id)).toEqual(["new_1"]);
    expect(ofBook.city).toBe("Testville");
  });

  it("does not change an address of an order: the cart gets a copy, which later requests change", () => {
    const once = put(addresses({ shipping_address: anAddress("addr_1"), areOwn: false }), {
      city: "Elsewhere",
    });
    expect(once.shipping_address).toEqual(anAddress("new_1", { city: "Elsewhere" }));
    const twice = put(once, { city: "Nowhere" });
    expect(twice.written).toEqual([anAddress("new_1", { city: "Nowhere" })]);
  });

  it.each(["shipping_address", "billing_address"] as const)(
    "for the %s does not change the other address if both are the same",
    (slot) => {
      const both = anAddress("addr_1");
      const after = put(addresses({ shipping_address: both, billing_address: both }), { city: "New" }, slot);
      const other = slot === "shipping_address" ? "billing_address" : "shipping_address";
      expect(after[slot]).toEqual(anAddress("new_1", { city: "New" }));
      expect(after[other]).toEqual(both);
    },
  );

  it("is written once, even if it changes twice", () => {
    const once = put(addresses({ shipping_address: anAddress("addr_1") }), { country_code: null });
    const twice = put(once, { country_code: "dk" });
    expect(twice.written).toEqual([anAddress("addr_1", { country_code: "dk" })]);
  });

  it("does not modify its input", () => {
    const before = addresses({ shipping_address: anAddress("addr_1") });
    put(before, { city: "Elsewhere" });
    expect(before).toEqual(addresses({ shipping_address: anAddress("addr_1") }));
  });
});

describe("the id of an address", () => {
  const ofBook = anAddress("addr_book", { customer_id: "cus_1" });
  const unknown = { saved: null, isInOpenCart: false, newId: newIds() };

  it("selects an address of the customer's address book", () => {
    const after = withAddressById(addresses(), "billing_address", {
      id: "addr_book",
      saved: ofBook,
      isInOpenCart: false,
      newId: newIds(),
    });
    expect(after).toEqual(addresses({ billing_address: ofBook }));
  });

  it("selects the other address of the cart", () => {
    const before = addresses({ shipping_address: anAddress("addr_1") });
    const after = withAddressById(before, "billing_address", { ...unknown, id: "addr_1" });
    expect(after.billing_address).toEqual(anAddress("addr_1"));
  });

  it("is refused if the customer does not have the address", () => {
    const other = { ...unknown, id: "addr_other" };
    expect(() => withAddressById(addresses(), "shipping_address", other)).toThrow(
      "Address with id: addr_other was not found",
    );
  });

  it("selects an address of an order without a copy", () => {
    const saved = anAddress("addr_2");
    const after = withAddressById(addresses(), "shipping_address", { ...unknown, id: "addr_2", saved });
    expect(after).toEqual(addresses({ shipping_address: saved }));
  });

  it("copies an address that a customer can still change in another cart", () => {
    const saved = anAddress("addr_2");
    const request = { id: "addr_2", saved, isInOpenCart: true, newId: newIds() };
    const after = withAddressById(addresses(), "shipping_address", request);
    const copy = { ...saved, id: after.shipping_address!.id };
    expect(copy.id).not.toBe("addr_2");
    expect(after).toEqual(addresses({ shipping_address: copy, written: [copy] }));
  });
});

describe("the country of a shipping address", () => {
  const region = aRegionModel();

  it.each(["us", "DK", "", null, undefined])("may be %j", (country_code) => {
    expect(() => refuseForeignAddress(region, { country_code })).not.toThrow();
  });

  it.each(["de", "DE", "usa"])("may not be %j", (country_code) => {
    expect(() => refuseForeignAddress(region, { country_code })).toThrow("must be in the cart region");
  });
});
