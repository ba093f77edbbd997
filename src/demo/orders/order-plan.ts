import { type DemoCustomer, demoCustomers, orderGuests } from "../customers.ts";
import { type DemoProduct, hashOf } from "../product.ts";
import { demoProducts } from "../products.ts";
import { type DemoRegion, demoRegions } from "../regions.ts";
import type { StoryName } from "./stories.ts";

export interface PlannedLine {
  sku: string;
  quantity: number;
}

/** The plan of an order; the numbers begin with one. */
export interface PlannedOrder {
  number: number;
  /** Its origin: a completed cart, a paid draft, a draft that stays open, or an abandoned cart. */
  origin: "cart" | "draft" | "open draft" | "left cart";
  buyer: DemoCustomer;
  region: DemoRegion;
  lines: PlannedLine[];
  /** The goods that replace others or are added, if the story has a swap, a claim or an edit. */
  other: PlannedLine;
  shipping: string;
  discount?: string;
  story: StoryName;
}

export const ORDERS = 200;
export const OPEN_DRAFTS = 4;
export const LEFT_CARTS = 70;

/** How far the buyer of a cart came who did not complete it. */
export const cartSteps = ["goods", "address", "payment"] as const;
export const reachedStep = ({ number }: PlannedOrder): (typeof cartSteps)[number] =>
  cartSteps[chance(number, "step", cartSteps.length)]!;

/** Orders up to a number have these stories, in turn: older orders have more steps behind them. */
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
      ...(["completed", "sent", "returnRequested", "completed", "returned", "completed", "edited"] as const),
      ...([
        "sent",
        "swapRequested",
        "completed",
        "canceled",
        "claimRequested",
        "sent",
        "returnedOtherwise",
      ] as const),
      ...(["completed", "refundedInPart", "sent", "returnedUnpaid", "completed", "swapped"] as const),
    ],
  },
  {
    upTo: 188,
    stories: [
      ...(["sent", "packed", "sent", "sentInPart", "paid", "sent", "packedInPart", "unpacked"] as const),
      ...(["sent", "editRequested", "sent", "canceled"] as const),
    ],
  },
  { upTo: ORDERS, stories: ["paid", "fresh", "packed", "fresh", "paid", "fresh", "canceled", "fresh"] },
];

/** Merchants enter orders by telephone as drafts. */
const BY_TELEPHONE = 17;
/** Every so many orders the customer has a discount code. */
const WITH_CODE = 6;
const codes = ["WELCOME10", "FREESHIP", "WELCOME10"];

/** Customers with an account are in the list twice, so they buy more often. */
const buyers = [...demoCustomers, ...demoCustomers.filter(({ isGuest }) => !isGuest), ...orderGuests]
  .map((buyer, index) => ({ buyer, place: hashOf(`${index} ${buyer.email}`) }))
  .sort((one, other) => one.place - other.place)
  .map(({ buyer }) => buyer);

/** The shop is found by more and more people: some buy for the first time even with the last orders. */
function buyerOf(number: number): DemoCustomer {
  const known = Math.ceil(buyers.length * Math.min(1, 0.4 + (0.6 * number) / ORDERS));
  return buyers[chance(number, "buyer", known)]!;
}

const chance = (number: number, what: string, sides: number) => hashOf(`${what} of order ${number}`) % sides;

function storyOf(number: number): StoryName {
  const age = ages.findIndex(({ upTo }) => number <= upTo);
  const first = age === 0 ? 1 : ages[age - 1]!.upTo + 1;
  const { stories } = ages[age]!;
  return stories[(number - first) % stories.length]!;
}

const regionOf = ({ address }: DemoCustomer): DemoRegion =>
  demoRegions.find(({ countries }) => countries.includes(address.country))!;

/** Stock that orders can still take: at most half of each variant is sold. */
class RemainingStock {
  private readonly left = new Map<string, number>();

  constructor(products: readonly DemoProduct[]) {
    for (const { isGiftCard, variants } of products) {
      if (isGiftCard) continue;
      for (const { sku, stock } of variants) this.left.set(sku, Math.floor(stock / 2));
    }
  }

  /** The first variant from this position on with enough remaining stock. */
  take(from: number, quantity: number, excludedSkus: readonly string[] = []): PlannedLine {
    const skus = [...this.left.keys()];
    for (let step = 0; step < skus.length; step++) {
      const sku = skus[(from + step) % skus.length]!;
      const left = this.left.get(sku)!;
      if (left < quantity || excludedSkus.includes(sku)) continue;
      this.left.set(sku, left - quantity);
      return { sku, quantity };
    }
    throw new Error("The demo shop is sold out");
  }
}

function linesOf(number: number, remaining: RemainingStock): PlannedLine[] {
  const lines: PlannedLine[] = [];
  // Two at least: half of the orders are shipped or returned in part.
  for (let index = 0; index < 2 + (chance(number, "lines", 3) === 0 ? 1 : 0); index++) {
    const quantity = 1 + (chance(number, `quantity ${index}`, 4) === 0 ? 1 : 0);
    const known = lines.map(({ sku }) => sku);
    lines.push(remaining.take(chance(number, `line ${index}`, 9973), quantity, known));
  }
  return lines;
}

function originOf(number: number): PlannedOrder["origin"] {
  if (number > ORDERS + OPEN_DRAFTS) return "left cart";
  if (number > ORDERS) return "open draft";
  return number % BY_TELEPHONE === 0 ? "draft" : "cart";
}

function planned(number: number, remaining: RemainingStock): PlannedOrder {
  const buyer = buyerOf(number);
  const region = regionOf(buyer);
  const lines = linesOf(number, remaining);
  const skus = lines.map(({ sku }) => sku);
  return {
    number,
    origin: originOf(number),
    buyer,
    region,
    lines,
    other: remaining.take(chance(number, "other", 9973), 1, skus),
    shipping: region.shipping[chance(number, "shipping", 4) === 0 ? 1 : 0]!.name,
    ...(number % WITH_CODE === 0 ? { discount: codes[(number / WITH_CODE) % codes.length] } : {}),
    story: number > ORDERS ? "fresh" : storyOf(number),
  };
}

/** All orders by date, then the open drafts, and the abandoned carts. Every load has the same plan. */
export function orderPlan(): PlannedOrder[] {
  const remaining = new RemainingStock(demoProducts);
  const sold = ORDERS + OPEN_DRAFTS;
  const orders = Array.from({ length: sold }, (_, index) => planned(index + 1, remaining));
  // They take nothing from the stock.
  const others = new RemainingStock(demoProducts);
  const carts = Array.from({ length: LEFT_CARTS }, (_, index) => planned(sold + index + 1, others));
  return [...orders, ...carts];
}
