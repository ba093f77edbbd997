import assert from "node:assert/strict";
import { test } from "node:test";
import type { Parcel } from "tradewind/plugin";
import { localDelivery, priceOf } from "./local-delivery.ts";

const carrier = localDelivery((message) => new Error(message));

const aParcel = ({ postalCode = "10115", weight = 400 } = {}): Parcel => ({
  resourceId: "cart_1",
  email: "ada@example.com",
  currencyCode: "eur",
  shippingAddress: {
    firstName: "Ada",
    lastName: "Lovelace",
    company: null,
    address1: "Havenstraat 1",
    address2: null,
    city: "Berlin",
    province: null,
    postalCode,
    countryCode: "de",
    phone: null,
  },
  items: [
    { lineItemId: "item_1", variantId: null, title: "Lamp", sku: null, quantity: 3, unitPrice: 1000, weight },
  ],
});

test("a kilogram costs a euro more", () => {
  assert.equal(priceOf(aParcel()), 590);
  assert.equal(priceOf(aParcel({ weight: 100 })), 490);
});

test("the van drives to the postal codes around the shop", async () => {
  assert.deepEqual(await carrier.validateData({ id: "van" }, {}, aParcel()), { service: "van" });
  await assert.rejects(
    carrier.validateData({ id: "van" }, {}, aParcel({ postalCode: "80331" })),
    /do not deliver/,
  );
});
