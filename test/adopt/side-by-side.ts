import type { V1 } from "../../bench/compare/v1.ts";
import { adopt } from "./adopting.ts";
import type { Api, Body } from "./api.ts";
import { inDatabase } from "./databases.ts";
import type { Proof } from "./proof.ts";
import { startTradewind, startV1 } from "./servers.ts";
import {
  aSharedShop,
  type SharedShop,
  STOCK,
  SYSTEMS,
  type SystemName,
  type Systems,
} from "./side-by-side-shop.ts";

/** What a customer does, in order; each step may be done in either system. */
const STEPS = ["create", "add", "change", "address", "discount", "shipping", "sessions", "complete"] as const;
type Step = (typeof STEPS)[number];
type Assignment = Record<Step, SystemName>;

const other = (name: SystemName): SystemName => (name === "v1" ? "ours" : "v1");

const assignmentOf = (choose: (index: number) => SystemName): Assignment =>
  Object.fromEntries(STEPS.map((step, index) => [step, choose(index)])) as Assignment;

/** Turn and turn about, each system beginning. */
const IN_TURNS = SYSTEMS.map((first) => assignmentOf((index) => (index % 2 === 0 ? first : other(first))));

/** Each step alone in the other system. */
const ONE_STEP_ELSEWHERE = SYSTEMS.flatMap((usual) =>
  STEPS.map((_, odd) => assignmentOf((index) => (index === odd ? other(usual) : usual))),
);

const ADDRESS = {
  first_name: "Ada",
  last_name: "Lovelace",
  address_1: "12 St James's Square",
  city: "London",
  postal_code: "SW1Y",
};

const AMOUNTS = [
  "subtotal",
  "discount_total",
  "shipping_total",
  "tax_total",
  "gift_card_total",
  "gift_card_tax_total",
  "refunded_total",
  "paid_total",
  "total",
] as const;

/** What both systems have to say alike about a cart or an order. */
const essenceOf = (shown: Body) => ({
  ...Object.fromEntries(AMOUNTS.map((name) => [name, shown[name] ?? 0])),
  email: shown.email,
  display_id: shown.display_id ?? null,
  payment_status: shown.payment_status ?? null,
  items: shown.items
    .map(({ variant_id, quantity, unit_price, total, tax_total }: Body) =>
      [variant_id, quantity, unit_price, total, tax_total].join(" "),
    )
    .sort(),
  discounts: (shown.discounts ?? []).map(({ code }: Body) => code),
  gift_cards: (shown.gift_cards ?? []).map(({ code }: Body) => code),
  shipping_methods: shown.shipping_methods
    .map(({ shipping_option_id, price }: Body) => `${shipping_option_id} ${price}`)
    .sort(),
  session: shown.payment_session?.provider_id ?? null,
  sessions: (shown.payment_sessions ?? []).map(({ provider_id }: Body) => provider_id).sort(),
  address: shown.shipping_address?.address_1 ?? null,
});

/** The answer about it of each system, which must be the same. */
async function shownByBoth(systems: Systems, kind: "cart" | "order", id: string): Promise<Body> {
  const [theirs, ours] = await Promise.all(
    SYSTEMS.map(async (name) =>
      kind === "cart"
        ? (await systems[name].visitor.get(`/store/carts/${id}`)).cart
        : (await systems[name].admin.get(`/admin/orders/${id}`)).order,
    ),
  );
  const [a, b] = [theirs, ours].map(essenceOf) as [Body, Body];
  const differing = Object.keys(a).filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
  const said = differing.map((key) => `${key} ${JSON.stringify(a[key])} and ${JSON.stringify(b[key])}`);
  if (said.length > 0) throw new Error(`${kind} ${id}: v1 and Tradewind show ${said.join("; ")}`);
  return ours;
}

class Checkout {
  private cartId = "";

  constructor(
    private readonly systems: Systems,
    private readonly shop: SharedShop,
  ) {}

  /** The order, after the answers about the cart were compared after each step. */
  async run(assignment: Assignment): Promise<Body> {
    for (const step of STEPS) {
      await this[step](assignment[step]);
      if (step !== "complete") await shownByBoth(this.systems, "cart", this.cartId);
    }
    return this.orderSeenByBoth();
  }

  private post = (name: SystemName, path: string, body: object = {}): Promise<Body> =>
    this.systems[name].visitor.post(`/store/carts/${this.cartId}${path}`, body);

  private async create(name: SystemName) {
    const body = { region_id: this.shop.regionId };
    const { cart } = await this.systems[name].visitor.post("/store/carts", body);
    this.cartId = cart.id;
  }

  private add = (name: SystemName) =>
    this.post(name, "/line-items", { variant_id: this.shop.variantIds[0], quantity: 1 });

  private async change(name: SystemName) {
    await this.post(name, "/line-items", { variant_id: this.shop.variantIds[1], quantity: 1 });
    const { cart } = await this.systems[name].visitor.get(`/store/carts/${this.cartId}`);
    const line = cart.items.find(({ variant_id }: Body) => variant_id === this.shop.variantIds[0]);
    await this.post(name, `/line-items/${line.id}`, { quantity: 3 });
  }

  private address = (name: SystemName) =>
    this.post(name, "", { email: "ada@example.com", shipping_address: ADDRESS, billing_address: ADDRESS });

  /** The card does not pay for everything. The other system has made it. */
  private async discount(name: SystemName) {
    const card = { value: 500, region_id: this.shop.regionId };
    const made = await this.systems[other(name)].admin.post("/admin/gift-cards", card);
    const codes = { discounts: [{ code: this.shop.discount }], gift_cards: [{ code: made.gift_card.code }] };
    await this.post(name, "", codes);
  }

  private shipping = (name: SystemName) =>
    this.post(name, "/shipping-methods", { option_id: this.shop.optionId });

  private sessions = (name: SystemName) => this.post(name, "/payment-sessions");

  private async complete(name: SystemName) {
    const { type, data } = await this.post(name, "/complete");
    if (type !== "order") throw new Error(`${name} did not complete: ${JSON.stringify(data).slice(0, 300)}`);
  }

  /** Completing again, in each system, gives the same order. */
  private async orderSeenByBoth(): Promise<Body> {
    const ids: string[] = [];
    for (const name of SYSTEMS) ids.push((await this.post(name, "/complete")).data.id);
    if (ids[0] !== ids[1]) throw new Error(`two orders of one cart: ${ids}`);
    return shownByBoth(this.systems, "order", ids[0]!);
  }
}

/** Copies and adopts a database of v1, starts both systems on it, and lets the steps of checkouts alternate between them. */
export async function proveSideBySide(
  proof: Proof,
  name: string,
  { kind, isShort }: { kind: V1; isShort: boolean },
): Promise<void> {
  const assignments = isShort ? IN_TURNS : [...IN_TURNS, ...ONE_STEP_ELSEWHERE];
  const url = await proof.databases.create("side_by_side", name);
  await adopt(proof, url, "--yes");
  await proof.step(`${assignments.length} checkouts alternate between v1 and Tradewind`, async () => {
    const v1 = await startV1(proof, kind, { url, role: await roleWithGrants(url) });
    const ours = await startTradewind(proof, url).catch((error) =>
      v1.stop().then(() => Promise.reject(error)),
    );
    return checkOut({ v1, ours }, assignments).finally(() => Promise.all([v1.stop(), ours.stop()]));
  });
  await proof.databases.drop("side_by_side");
}

/** v1 may connect as a role that owns nothing, and has no right on what belongs to Tradewind. */
const roleWithGrants = (url: string): Promise<string> =>
  inDatabase(url, async (ask) => {
    const role = "v1_with_grants";
    const known = await ask("select from pg_roles where rolname = $1", [role]);
    if (known.length === 0) await ask(`create role ${role}`);
    await ask(`grant usage on schema public to ${role}`);
    await ask(`grant select, insert, update, delete on all tables in schema public to ${role}`);
    await ask(`grant usage, select, update on all sequences in schema public to ${role}`);
    return role;
  });

/** What is not as it should be. */
async function checkOut(systems: Systems, assignments: readonly Assignment[]): Promise<string[]> {
  const shop = await aSharedShop(systems, Date.now().toString(36));
  const numbers = new Set<number>();
  const problems: string[] = [];
  for (const assignment of assignments) {
    try {
      numbers.add((await new Checkout(systems, shop).run(assignment)).display_id);
    } catch (error) {
      problems.push(`${Object.entries(assignment).join(" ")}: ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) return problems;
  if (numbers.size !== assignments.length) problems.push("two orders have the same number");
  return [...problems, ...(await lostStock(systems, shop, assignments.length))];
}

/** Each checkout takes three pieces of one variant and one of the other. */
async function lostStock(systems: Systems, { variantIds }: SharedShop, orders: number): Promise<string[]> {
  const problems: string[] = [];
  for (const [index, taken] of [3, 1].entries()) {
    for (const name of SYSTEMS) {
      const [left, expected] = [
        await piecesLeft(systems[name].admin, variantIds[index]!),
        STOCK - taken * orders,
      ];
      if (left !== expected) problems.push(`${name}: ${left} pieces are left, not ${expected}`);
    }
  }
  return problems;
}

/** By location if there are locations, otherwise of the variant itself. */
async function piecesLeft(admin: Api, id: string): Promise<number> {
  const located = await admin.ask("GET", `/admin/variants/${id}/inventory`);
  const [channel] = located.status === 200 ? located.body.variant.sales_channel_availability : [];
  if (located.body.variant?.inventory?.length > 0) return channel.available_quantity;
  return (await admin.get(`/admin/variants/${id}`)).variant.inventory_quantity;
}
