import type { Price } from "./product.ts";
import { type DemoRegion, demoRegions, europe } from "./regions.ts";

export type DemoDiscount = {
  code: string;
  description: string;
  type: "percentage" | "fixed" | "free_shipping";
  /** Per cent, or minor units of the region's currency. */
  value: number;
  allocation: "total" | "item";
  regions: readonly DemoRegion[];
  /** Only for products of these collections. */
  collections?: readonly string[];
  usageLimit?: number;
};

export const demoDiscounts: readonly DemoDiscount[] = [
  {
    code: "WELCOME10",
    description: "10 % off the first order",
    type: "percentage",
    value: 10,
    allocation: "total",
    regions: demoRegions,
  },
  {
    code: "FREESHIP",
    description: "Delivery is on us",
    type: "free_shipping",
    value: 0,
    allocation: "total",
    regions: demoRegions,
  },
  {
    code: "SAIL20",
    description: "20 % off everything in Offshore Watch",
    type: "percentage",
    value: 20,
    allocation: "item",
    regions: demoRegions,
    collections: ["offshore-watch"],
  },
  {
    code: "HARBOUR15",
    description: "15 euros off, for the first five hundred",
    type: "fixed",
    value: 1500,
    allocation: "total",
    regions: [europe],
    usageLimit: 500,
  },
];

export const lateSummerSale = {
  name: "Late summer sale",
  description: "Light things for the last warm weeks",
  /** Per cent off all variants of a product, by its handle. */
  percentOff: {
    "petrel-windbreaker": 25,
    "regatta-striped-shirt": 30,
    "quayside-cap": 20,
    "two-pines-hammock": 25,
  } as Readonly<Record<string, number>>,
};

/** Sale prices end in whole euros and dollars. */
export const salePrice = ([eur, usd]: Price, percentOff: number): Price => {
  const reduced = (amount: number) => Math.round((amount * (100 - percentOff)) / 10_000) * 100;
  return [reduced(eur), reduced(usd)];
};
