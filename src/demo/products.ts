import type { DemoProduct } from "./product.ts";
import { bagsAndTotes, camp } from "./products/bags-and-camp.ts";
import { hatsAndFootwear } from "./products/hats-and-footwear.ts";
import { home } from "./products/home.ts";
import { jacketsAndKnitwear } from "./products/jackets-and-knitwear.ts";
import { onDeck } from "./products/on-deck.ts";

const areas = [jacketsAndKnitwear, onDeck, bagsAndTotes, camp, hatsAndFootwear, home];

/** One product of each area in turn, so that the first page of the shop shows a bit of everything. */
export const demoProducts: readonly DemoProduct[] = Array.from(
  { length: Math.max(...areas.map((area) => area.length)) },
  (_, round) => areas.flatMap((area) => area[round] ?? []),
).flat();
