import fc from "fast-check";
import { describe, expect } from "vitest";
import { aHomeOption, aHomeRegion } from "../support/factories/checkout.ts";
import { aSellingLocation, aStockedVariant } from "../support/factories/sold-products.ts";
import { withSetup } from "../support/fixtures/with-setup.ts";
import { cases } from "../support/runner/short-form.ts";
import { startServers } from "../support/servers/servers.ts";
import { type Action, actions } from "./pieces/actions.ts";
import { aloneOnly, type Moment, type PiecesShop, Story } from "./pieces/story.ts";

// More of them: PIECES_RUNS=300 npx vitest run test/races/pieces.test.ts
const RUNS = Number(process.env["PIECES_RUNS"] ?? cases(12));

let shop: PiecesShop;

const it = withSetup(
  async () => {
    const servers = await startServers(2);
    const { admin } = servers;
    const regionId = await aHomeRegion(admin, { tax_rate: 0 });
    const optionId = await aHomeOption(admin, regionId);
    const [here, there] = [await aSellingLocation({ admin }), await aSellingLocation({ admin })];
    shop = {
      servers,
      admins: [await servers.adminAt(0), await servers.adminAt(1)],
      locations: [here.id, there.id],
      regionId,
      country: "us",
      optionId,
    };
  },
  () => shop.servers.close(),
);

/** A variant with pieces at both locations. */
async function aStory(here: number, there: number): Promise<Story> {
  const [one, other] = shop.locations;
  const { admin } = shop.servers;
  const { variantId, itemId } = await aStockedVariant({ admin }, { [one]: here, [other]: there });
  return new Story(shop, { variantId, itemId, pieces: here + there });
}

const kinds = Object.keys(actions) as Action["kind"][];
const often: Action["kind"][] = [
  "buy",
  "pack",
  "pack",
  "unpack",
  "receiveNow",
  "receive",
  "askReturn",
  "capture",
];

const deedOf = (among: Action["kind"][]) =>
  fc.record<Action>({
    kind: fc.constantFrom(...among, ...often),
    which: fc.nat(5),
    pieces: fc.constantFrom(1, 1, 1, 2, 3),
    place: fc.nat(2),
  });

const inCompany = kinds.filter((kind) => !aloneOnly.includes(kind));
const moment: fc.Arbitrary<Moment> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(deedOf(kinds)) },
  { weight: 1, arbitrary: fc.tuple(deedOf(inCompany), deedOf(inCompany)) },
);

/** Two pieces are bought, so that there is something to be done. */
const beginning: Moment = [{ kind: "buy", which: 0, pieces: 2, place: 0 }];

const one = (kind: Action["kind"], details: Partial<Action> = {}): Moment => [
  { kind, which: 0, pieces: 1, place: 0, ...details },
];

/** A story in which every operation succeeds, in addition to the random ones. */
const everything: Moment[] = [
  one("askReturn"),
  one("cancelReturn"),
  one("edit", { pieces: 3 }),
  one("move", { place: 1 }),
  one("unreserve"),
  one("reserve"),
  one("capture"),
  one("pack", { place: 2, pieces: 2 }),
  one("unpack"),
  one("pack", { place: 2, pieces: 2 }),
  one("ship", { which: 1 }),
  one("count", { place: 1 }),
  one("claim"),
  one("cancelClaim"),
  one("swap"),
  one("confirmSwap"),
  one("askReturn"),
  one("receive", { which: 1 }),
  one("receiveNow"),
];

/** One order wants to leave from where the only piece is reserved for another. */
const anothersPiece: Moment[] = [one("buy"), one("buy"), one("pack", { which: 1, place: 1 }), one("buy")];

/** What has come back must not come back a second time, nor be sent again. */
const backAgain: Moment[] = [
  one("pack", { pieces: 2 }),
  one("receiveNow", { pieces: 2 }),
  one("unpack"),
  one("ship"),
  one("pack"),
];

/** The place where an order had its piece is sold while the piece of another place is packed for it. */
const soldMeanwhile: Moment[] = [
  one("pack", { place: 1, pieces: 2 }),
  one("buy", { pieces: 2 }),
  one("unpack"),
  one("buy"),
];

describe("every piece", () => {
  it("is in one place after any operations at two processes", async () => {
    const granted = new Map<string, number>();
    const property = fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 2 }),
      fc.array(moment, { minLength: 6, maxLength: 14 }),
      async (here, there, moments) => {
        const story = await aStory(here, there);
        try {
          for (const each of [beginning, ...moments]) await story.tell(each);
        } catch (error) {
          (error as Error).message += `\nafter\n${story.told.join("\n")}`;
          throw error;
        }
        for (const [kind, count] of story.granted) granted.set(kind, (granted.get(kind) ?? 0) + count);
      },
    );
    await fc.assert(property, {
      numRuns: RUNS,
      examples: [
        [4, 4, everything],
        [3, 1, anothersPiece],
        [2, 0, backAgain],
        [2, 2, soldMeanwhile],
        [2, 0, [one("cancelOrder")]],
        [2, 0, [one("capture"), one("pack"), one("swap"), one("cancelReturn"), one("cancelSwap")]],
      ],
      // A story takes seconds, so a failing one is not shrunk.
      endOnFailure: RUNS < 50,
    });
    expect(kinds.filter((kind) => !granted.has(kind))).toEqual([]);
  });
});
