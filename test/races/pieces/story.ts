import type { Answer, Client } from "../../support/clients/client.ts";
import type { Servers } from "../../support/servers/servers.ts";
import type { Act, Setup } from "./action.ts";
import { type Action, actions } from "./actions.ts";
import { type Facts, factsOf } from "./facts.ts";
import { type Model, refuseContradictions, refuseOversell, seenIn, Wrong } from "./model.ts";

/** Two processes on one database, and a shop with two locations. */
export interface PiecesShop {
  servers: Servers;
  admins: readonly Client[];
  locations: readonly [string, string];
  regionId: string;
  country: string;
  optionId: string;
}

/** Operations at the same moment, each at another process. */
export type Moment = readonly Action[];

interface Done {
  action: Action;
  act: Act;
  answer: Answer;
  isGranted: boolean;
}

/** A manual count sets an absolute number, and a reservation that another request changes may not be the deleted one. */
export const aloneOnly: readonly Action["kind"][] = ["count", "unreserve"];

/** What happens to the pieces of one variant, and to a model of them. */
export class Story {
  private model: Model;
  private facts: Facts | null = null;
  private pieces: number;
  readonly granted = new Map<string, number>();
  readonly told: string[] = [];

  constructor(
    private readonly shop: PiecesShop,
    private readonly goods: { variantId: string; itemId: string; pieces: number },
  ) {
    this.pieces = goods.pieces;
    this.model = { shelf: goods.pieces, lines: {}, money: {}, ended: [] };
  }

  async tell(moment: Moment): Promise<void> {
    const before = this.facts ?? (await this.read());
    const planned = moment.flatMap((action, index) => {
      const act = actions[action.kind](action, this.setupAt(index, before));
      return act ? [{ action, act }] : [];
    });
    const done = await Promise.all(
      planned.map(async ({ action, act }): Promise<Done> => {
        const answer = await act.send();
        return { action, act, answer, isGranted: answer.status === 200 && answer.body.type !== "cart" };
      }),
    );
    const after = await this.read();
    this.told.push(...done.map(describe));
    this.judge(before, after, done);
    this.facts = after;
  }

  private judge(before: Facts, after: Facts, done: readonly Done[]): void {
    const fault = done.find(({ answer }) => answer.status >= 500);
    if (fault) throw new Wrong(`a request failed: ${describe(fault)}`);
    const granted = done.filter(({ isGranted }) => isGranted);
    for (const { action } of granted) this.granted.set(action.kind, (this.granted.get(action.kind) ?? 0) + 1);
    this.pieces += granted.reduce((sum, { act }) => sum + (act.found ?? 0), 0);
    refuseContradictions(after, this.pieces);
    refuseOversell(
      before,
      after,
      granted.reduce((sum, { act }) => sum + (act.lost ?? 0), 0),
    );
    if (done.length === 1 && !done[0]!.isGranted && done[0]!.act.isDue?.(this.model)) {
      throw new Wrong(`refused what was right: ${describe(done[0]!)}`);
    }
    this.model = this.modelAfter(granted, after);
  }

  /** It happened in one order or another: in one of them everything must be right. */
  private modelAfter(granted: readonly Done[], after: Facts): Model {
    const seen = JSON.stringify(shownBy(seenIn(after)));
    let problem: unknown = null;
    for (const order of ordersOf(granted)) {
      try {
        const model = order.reduce((now, { act, answer }) => act.effect(now, answer, after), this.model);
        const expected = JSON.stringify(shownBy({ ...model, taken: takenIn(model) }));
        if (expected === seen) return model;
        problem = new Wrong(`the shop has\n${seen}\nand should have\n${expected}`);
      } catch (error) {
        if (!(error instanceof Wrong)) throw error;
        problem ??= error;
      }
    }
    throw problem;
  }

  private read = () => factsOf(this.shop.servers.db, this.goods);

  private setupAt(index: number, facts: Facts): Setup {
    const { servers, admins, locations, optionId } = this.shop;
    return {
      admin: admins[index % admins.length]!,
      visitor: servers.visitor(index),
      facts,
      locations,
      variantId: this.goods.variantId,
      itemId: this.goods.itemId,
      optionId,
      buy: (client, quantity) => buy(client, this.shop, { variantId: this.goods.variantId, quantity }),
      confirm: (client, cartId) => confirm(client, cartId, optionId),
    };
  }
}

const describe = ({ action, answer: { status, body } }: Done): string =>
  `${JSON.stringify(action)} -> ${status} ${status === 200 ? "" : JSON.stringify(body.message ?? body)}`;

const takenIn = ({ money }: Model) =>
  Object.fromEntries(Object.entries(money).flatMap(([id, { taken }]) => (taken ? [[id, taken]] : [])));

const byKey = (record: Record<string, unknown>) =>
  Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));

const shownBy = ({ shelf, lines, taken }: ReturnType<typeof seenIn>) => ({
  shelf,
  lines: byKey(lines).map(([owner, places]) => [owner, byKey(places as Record<string, unknown>)]),
  taken: byKey(taken),
});

const ordersOf = <Thing>(things: readonly Thing[]): Thing[][] =>
  things.length < 2 ? [[...things]] : [[...things], [...things].reverse()];

async function buy(
  client: Client,
  { regionId, country, optionId }: PiecesShop,
  { variantId, quantity }: { variantId: string; quantity: number },
): Promise<Answer> {
  const cart = await client.post("/store/carts", {
    region_id: regionId,
    items: [{ variant_id: variantId, quantity }],
  });
  if (cart.status !== 200) return cart;
  const at = `/store/carts/${cart.body.cart.id}`;
  const shipping_address = { first_name: "Ada", address_1: "Quay 1", city: "Town", country_code: country };
  await client.post(at, { email: "buyer@example.com", shipping_address });
  return confirm(client, cart.body.cart.id, optionId);
}

async function confirm(client: Client, cartId: string, optionId: string): Promise<Answer> {
  const at = `/store/carts/${cartId}`;
  await client.post(`${at}/shipping-methods`, { option_id: optionId });
  await client.post(`${at}/payment-sessions`);
  return client.post(`${at}/complete`);
}
