import { type DemoCustomer, demoCustomers } from "../customers.ts";
import { type DemoProduct, hashOf } from "../product.ts";
import { demoProducts } from "../products.ts";
import { type DemoRegion, demoRegions } from "../regions.ts";
import { passingGuests } from "./guests.ts";
import type { StoryName } from "./stories.ts";

export interface PlannedLine {
  sku: string;
  quantity: number;
}

/** An order as it is going to be made; the numbers begin with one. */
export interface PlannedOrder {
  number: number;
  /** How it comes about: a cart that is completed, a draft that is paid, or a draft that is still one. */
  origin: "cart" | "draft" | "open draft";
  buyer: DemoCustomer;
  region: DemoRegion;
  lines: PlannedLine[];
  /** What takes the place of goods, or is added to them, where the story has such a thing. */
  other: PlannedLine;
  shipping: string;
  discount?: string;
  story: StoryName;
}

export const ORDERS = 200;
const OPEN_DRAFTS = 4;

/** Orders up to a number go through these stories, one after another: the older, the further they have come. */
const ages: readonly { upTo: number; stories: readonly StoryName[] }[] = [
  {
    upTo: 110,
    stories: [
      ...(["archived", "archived", "returnedInPart", "completed", "refundedInPart", "archived"] as const),
      ...(["canceled", "archived", "swapped", "completed", "returned", "archived"] as const),
      ...(["claimReplaced", "completed", "edited", "archived", "refunded", "claimRefunded"] as const),
      ...(["canceledPaid", "archived"] as const),
    ],
  },
  {
    upTo: 165,
    stories: [
      ...(["completed", "sent", "returnAsked", "completed", "returned", "completed", "edited"] as const),
      ...(["sent", "swapAsked", "completed", "canceled", "claimAsked", "sent", "returnedOtherwise"] as const),
      ...(["completed", "refundedInPart", "sent", "returnedUnpaid", "completed", "swapped"] as const),
    ],
  },
  {
    upTo: 188,
    stories: [
      ...(["sent", "packed", "sent", "sentInPart", "paid", "sent", "packedInPart", "unpacked"] as const),
      ...(["sent", "editAsked", "sent", "canceled"] as const),
    ],
  },
  { upTo: ORDERS, stories: ["paid", "fresh", "packed", "fresh", "paid", "fresh", "canceled", "fresh"] },
];

/** Merchants type in what somebody orders by telephone. */
const BY_TELEPHONE = 17;
/** Every so many orders somebody has a code. */
const WITH_CODE = 6;
const codes = ["WELCOME10", "FREESHIP", "WELCOME10"];

/** Most customers with an account come back; the guests of the list do, too. */
const buyers = [...demoCustomers, ...demoCustomers.filter(({ isGuest }) => !isGuest), ...passingGuests];

const chance = (number: number, what: string, sides: number) => hashOf(`${what} of order ${number}`) % sides;

function storyOf(number: number): StoryName {
  const age = ages.findIndex(({ upTo }) => number <= upTo);
  const first = age === 0 ? 1 : ages[age - 1]!.upTo + 1;
  const { stories } = ages[age]!;
  return stories[(number - first) % stories.length]!;
}

const regionOf = ({ address }: DemoCustomer): DemoRegion =>
  demoRegions.find(({ countries }) => countries.includes(address.country))!;

/** Goods that are there, of which at most half are sold: the shelves stay full. */
class Shelves {
  private readonly left = new Map<string, number>();

  constructor(products: readonly DemoProduct[]) {
    for (const { isGiftCard, variants } of products) {
      if (isGiftCard) continue;
      for (const { sku, stock } of variants) this.left.set(sku, Math.floor(stock / 2));
    }
  }

  /** The first variant from there on that is not promised to others. */
  take(from: number, quantity: number, besides: readonly string[] = []): PlannedLine {
    const skus = [...this.left.keys()];
    for (let step = 0; step < skus.length; step++) {
      const sku = skus[(from + step) % skus.length]!;
      const left = this.left.get(sku)!;
      if (left < quantity || besides.includes(sku)) continue;
      this.left.set(sku, left - quantity);
      return { sku, quantity };
    }
    throw new Error("The demo shop is sold out");
  }
}

function linesOf(number: number, shelves: Shelves): PlannedLine[] {
  const lines: PlannedLine[] = [];
  // Two at least: of half of the orders only a part is sent or comes back.
  for (let index = 0; index < 2 + (chance(number, "lines", 3) === 0 ? 1 : 0); index++) {
    const quantity = 1 + (chance(number, `quantity ${index}`, 4) === 0 ? 1 : 0);
    const known = lines.map(({ sku }) => sku);
    lines.push(shelves.take(chance(number, `line ${index}`, 9973), quantity, known));
  }
  return lines;
}

function planned(number: number, shelves: Shelves): PlannedOrder {
  const buyer = buyers[chance(number, "buyer", buyers.length)]!;
  const region = regionOf(buyer);
  const lines = linesOf(number, shelves);
  const skus = lines.map(({ sku }) => sku);
  const isDraft = number > ORDERS;
  return {
    number,
    origin: isDraft ? "open draft" : number % BY_TELEPHONE === 0 ? "draft" : "cart",
    buyer,
    region,
    lines,
    other: shelves.take(chance(number, "other", 9973), 1, skus),
    shipping: region.shipping[chance(number, "shipping", 4) === 0 ? 1 : 0]!.name,
    ...(number % WITH_CODE === 0 ? { discount: codes[(number / WITH_CODE) % codes.length] } : {}),
    story: isDraft ? "fresh" : storyOf(number),
  };
}

/** All of them, in the order in which they were placed, and then the drafts that are open. Always the same. */
export function orderPlan(): PlannedOrder[] {
  const shelves = new Shelves(demoProducts);
  return Array.from({ length: ORDERS + OPEN_DRAFTS }, (_, index) => planned(index + 1, shelves));
}
