import { describe, expect, it } from "vitest";
import { demoCustomers } from "./customers.ts";
import { demoProducts } from "./products.ts";
import { demoDiscounts, lateSummerSale, salePrice } from "./promotions.ts";
import { demoRegions } from "./regions.ts";
import { demoCategories, demoCollections } from "./taxonomy.ts";

const variants = demoProducts.flatMap((product) => product.variants);
const repeated = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);
const collectionHandles: string[] = demoCollections.map(({ handle }) => handle);

describe("the demo catalogue", () => {
  it("has 40 products with more than a hundred variants", () => {
    expect(demoProducts).toHaveLength(40);
    expect(variants.length).toBeGreaterThanOrEqual(100);
  });

  it("gives every product its own handle and every variant its own SKU", () => {
    expect(repeated(demoProducts.map(({ handle }) => handle))).toEqual([]);
    expect(repeated(variants.map(({ sku }) => sku))).toEqual([]);
    for (const { handle } of demoProducts) expect(handle).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
  });

  it("describes every product", () => {
    for (const { title, subtitle, description } of demoProducts) {
      expect(title).not.toBe("");
      expect(subtitle).not.toBe("");
      expect(description.split(/[.] /).length, title).toBeGreaterThanOrEqual(2);
    }
  });

  it("prices every variant in euros and dollars", () => {
    for (const { sku, price } of variants) {
      expect(price, sku).toHaveLength(2);
      for (const amount of price) expect(Number.isInteger(amount) && amount > 0, sku).toBe(true);
    }
  });

  it("has a variant for every combination of options, with one value of each", () => {
    for (const { handle, options, variants } of demoProducts) {
      const lists = Object.values(options);
      expect(variants, handle).toHaveLength(lists.reduce((count, list) => count * list.length, 1));
      for (const { values } of variants) {
        expect(values).toHaveLength(lists.length);
        for (const [position, value] of values.entries()) expect(lists[position]).toContain(value);
      }
    }
  });

  it("has stock of all but a few variants", () => {
    const empty = variants.filter(({ stock }) => stock === 0).map(({ sku }) => sku);
    expect(empty.sort()).toEqual(["BHS-NAV-S", "SDB-38", "SKJ-OCH-XL", "TSB-1L-CRE"]);
    for (const { stock } of variants) expect(stock).toBeGreaterThanOrEqual(0);
  });

  it("sorts every product into a category of the second level and a collection, but the gift card into none", () => {
    const leaves = demoCategories.flatMap(({ children = [] }) => children.map(({ handle }) => handle));
    for (const { category, collection, isGiftCard } of demoProducts) {
      expect(leaves).toContain(category);
      if (isGiftCard) expect(collection).toBeNull();
      else expect(collectionHandles).toContain(collection);
    }
  });

  it("leaves no category and no collection empty", () => {
    for (const { children = [] } of demoCategories) {
      for (const { handle } of children)
        expect(demoProducts.map(({ category }) => category)).toContain(handle);
    }
    for (const handle of collectionHandles) {
      expect(demoProducts.map(({ collection }) => collection)).toContain(handle);
    }
  });

  it("sells one gift card in four denominations", () => {
    const giftCards = demoProducts.filter(({ isGiftCard }) => isGiftCard);
    expect(giftCards).toHaveLength(1);
    expect(giftCards[0]?.variants).toHaveLength(4);
  });
});

describe("the demo categories", () => {
  it("are a tree of two levels with four roots and no handle twice", () => {
    const handles = demoCategories.flatMap(({ handle, children = [] }) => [
      handle,
      ...children.map((c) => c.handle),
    ]);
    expect(demoCategories).toHaveLength(4);
    expect(repeated(handles)).toEqual([]);
    for (const { children = [] } of demoCategories)
      expect(children.some((child) => child.children)).toBe(false);
  });
});

describe("the demo regions", () => {
  it("share no country", () => {
    expect(repeated(demoRegions.flatMap(({ countries }) => countries))).toEqual([]);
  });

  it("name product types that exist in their tax rates", () => {
    const types = demoProducts.map(({ type }) => type);
    const taxed = demoRegions.flatMap(({ typeRates }) => typeRates.flatMap((rate) => rate.types));
    for (const type of taxed) expect(types).toContain(type);
  });

  it("offer standard and express delivery and a return option", () => {
    for (const { shipping } of demoRegions) {
      expect(shipping.some(({ name }) => name.startsWith("Standard"))).toBe(true);
      expect(shipping.some(({ name }) => name.startsWith("Express"))).toBe(true);
      expect(shipping.some(({ isReturn }) => isReturn)).toBe(true);
    }
  });
});

describe("the demo promotions", () => {
  it("put at least ten variants on sale, all cheaper than before", () => {
    const handles = Object.keys(lateSummerSale.percentOff);
    const onSale = demoProducts.filter(({ handle }) => handles.includes(handle));
    expect(onSale).toHaveLength(handles.length);
    expect(onSale.flatMap((product) => product.variants).length).toBeGreaterThanOrEqual(10);
    for (const { handle, variants } of onSale) {
      for (const { price } of variants) {
        const reduced = salePrice(price, lateSummerSale.percentOff[handle] ?? 0);
        for (const [index, amount] of reduced.entries()) {
          expect(amount).toBeGreaterThan(0);
          expect(amount).toBeLessThan(price[index] ?? 0);
        }
      }
    }
  });

  it("have discounts that the shop accepts: known collections, one region for a fixed amount", () => {
    expect(repeated(demoDiscounts.map(({ code }) => code))).toEqual([]);
    for (const { code, type, value, regions, collections = [] } of demoDiscounts) {
      expect(code).toBe(code.toUpperCase());
      if (type === "percentage") expect(value).toBeLessThanOrEqual(100);
      if (type === "fixed") expect(regions).toHaveLength(1);
      for (const handle of collections) expect(collectionHandles).toContain(handle);
    }
  });
});

describe("the demo customers", () => {
  it("are a dozen accounts, some in each group, and a few guests", () => {
    expect(demoCustomers.filter(({ isGuest }) => !isGuest)).toHaveLength(12);
    expect(demoCustomers.filter(({ isGuest }) => isGuest)).toHaveLength(3);
    expect(new Set(demoCustomers.map(({ group }) => group))).toEqual(
      new Set(["VIP", "Wholesale", undefined]),
    );
  });

  it("have lower-case emails at reserved domains, and live in countries of the regions", () => {
    const countries = demoRegions.flatMap((region) => region.countries);
    expect(repeated(demoCustomers.map(({ email }) => email))).toEqual([]);
    for (const { email, address } of demoCustomers) {
      expect(email).toMatch(/^[a-z.]+@([a-z]+[.]example|example[.]com)$/);
      expect(countries).toContain(address.country);
    }
  });
});
