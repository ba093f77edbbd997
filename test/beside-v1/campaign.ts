import type { Area } from "./action.ts";
import { Comparison, type Difference, idsIn, type Json, type JsonObject, prefixOf } from "./difference.ts";
import { disturbed } from "./disturb.ts";
import { typeOf } from "./intended/asked.ts";
import { explainedAnswer, explainedPlace } from "./intended/intended.ts";
import { isDeletedDraft, leavesDifferentStates, variantsWithOtherStock } from "./intended/other-states.ts";
import { withoutBareProducts } from "./intended/people-and-files.ts";
import { Pair, type Request } from "./pair.ts";
import { SHOPPERS } from "./shop.ts";
import type { Answer, Systems } from "./systems.ts";
import type { World } from "./world.ts";

/** A request that both systems have answered. */
export interface Step {
  step: number;
  action: string;
  request: Request;
  answers: { ours: Answer; v1: Answer };
}

/** A step whose answers differ in a way that no section of the document explains. */
export interface Finding extends Step {
  differences: Difference[];
}

export interface Listener {
  onStep: (step: Step) => void;
  onFinding: (finding: Finding) => void;
}

export interface Outcome {
  steps: number;
  accepted: number;
  /** How often each section of the document explained a difference. */
  explained: Map<string, number>;
  findings: Finding[];
}

/** The shop to begin with, and what is asked of it. */
export interface Scope {
  shop: readonly ((world: World) => Request)[];
  areas: Readonly<Record<string, Area>>;
}

/** Sends the same random requests to both systems and compares the answers. */
export class Campaign {
  readonly outcome: Outcome = { steps: 0, accepted: 0, explained: new Map(), findings: [] };

  constructor(
    private readonly systems: Systems,
    private readonly world: World,
    private readonly scope: Scope,
    private readonly listener: Listener,
  ) {}

  async run(steps: number): Promise<void> {
    await this.systems.logInAdmin();
    for (const step of this.scope.shop) await this.step("basic shop", step(this.world));
    for (const { name, ...login } of SHOPPERS) await this.systems.logInCustomer(name, login);
    const { random } = this.world;
    const areas = Object.values(this.scope.areas);
    while (this.outcome.steps < steps) {
      const [name, action] = random.pick(Object.entries(random.pick(areas)));
      const request = action(this.world);
      if (request) await this.step(name, disturbed(this.world, request));
    }
  }

  private async step(action: string, request: Request): Promise<void> {
    const answers = await this.systems.ask(request);
    const { outcome } = this;
    outcome.steps++;
    if (answers.ours.status < 400) outcome.accepted++;
    const taken = { step: outcome.steps, action, request, answers };
    this.listener.onStep(taken);
    const differences = this.unexplained(request, answers);
    if (differences.length === 0) return;
    this.retireAll(request, answers);
    const finding = { ...taken, differences };
    outcome.findings.push(finding);
    this.listener.onFinding(finding);
  }

  /** What a request was about, and what it has made, once the two systems have answered it differently. */
  private retireAll({ path, method, concerns = [] }: Request, { ours, v1 }: Step["answers"]): void {
    for (const part of [...changedBy(path), ...concerns]) if (part) this.world.retire(part.ours);
    if (method === "GET") return;
    for (const { status, body } of [ours, v1]) {
      for (const id of status < 400 ? this.changedIds(path, body) : []) this.world.retire(id);
    }
  }

  /**
   * What a write has changed or made: what its answer is about, and all that was not seen before. Prices of goods are
   * not: v1 writes them anew, "Variants and prices are changed where they belong".
   */
  private changedIds(path: Request["path"], body: Json): string[] {
    const isOfList = String(path[0]).startsWith("/admin/price-lists");
    const isMade = (id: string) => !this.world.bindings.isKnown(id) && (isOfList || prefixOf(id) !== "ma");
    const made = idsIn(body).filter(isMade);
    return [...madeIds(body), ...newCustomers(body), ...made];
  }

  private retireCartsOf({ path }: Request): void {
    for (const part of path) {
      const cartId = part instanceof Pair ? this.world.dataOf(part.ours)["cart_id"] : undefined;
      if (typeof cartId === "string") this.world.retire(cartId);
    }
  }

  /** Variants that have prices of a list in one system only. */
  private pricedVariants({ path, body }: Request): string[] {
    if (!String(path[0]).startsWith("/admin/price-lists")) return [];
    const prices = (body as { prices?: { variant_id?: unknown }[] } | undefined)?.prices ?? [];
    return (Array.isArray(prices) ? prices : []).flatMap(({ variant_id }) =>
      variant_id instanceof Pair ? [variant_id.ours] : [],
    );
  }

  /** Goods that come back before they were sent: v1 adds them to the stock. */
  private unsentGoods({ path, body }: Request): string[] {
    if (!/\/(return|receive)$/.test(String(path.at(-1)))) return [];
    const lines = (body as { items?: { item_id?: unknown }[] } | undefined)?.items ?? [];
    return (Array.isArray(lines) ? lines : [])
      .map(({ item_id }) => (item_id instanceof Pair ? this.world.dataOf(item_id.ours) : {}))
      .filter((line) => !line["fulfilled_quantity"])
      .map((line) => String(line["variant_id"]));
  }

  /** A confirmed swap for which the customer pays nothing: v1 does not reserve its goods. */
  private unpaidSwapGoods({ path }: Request, { body }: Answer): string[] {
    const { type, data } = (body ?? {}) as { type?: string; data?: { id: string; difference_due: number } };
    const isConfirmed = String(path.at(-1)).endsWith("/complete") && type === "swap";
    if (!isConfirmed || !data || data.difference_due > 0) return [];
    const goods = this.world.dataOf(data.id)["additional_items"];
    return Array.isArray(goods) ? goods.map((line) => String((line as JsonObject)["variant_id"])) : [];
  }

  /** Items of which one system has reserved more than the other. */
  private reservedItems({ path, body }: Request): string[] {
    if (!String(path[0]).startsWith("/admin/reservations")) return [];
    const known = path.map((part) => (part instanceof Pair ? this.world.dataOf(part.ours) : {}));
    const sent = (body as { inventory_item_id?: unknown } | undefined)?.inventory_item_id;
    const ids = [...known.map((data) => data["inventory_item_id"]), sent instanceof Pair ? sent.ours : null];
    return ids.filter((id) => typeof id === "string");
  }

  private unexplained(request: Request, answers: Step["answers"]): Difference[] {
    const asked = { request, ...answers };
    const { ours, v1 } = answers;
    for (const id of variantsWithOtherStock(asked)) this.world.leaveStock(id);
    if (isDeletedDraft(asked)) this.retireCartsOf(request);
    if (ours.status !== v1.status) {
      const section = explainedAnswer(asked);
      if (request.method !== "GET") this.retireAll(request, answers);
      for (const id of this.pricedVariants(request)) this.world.retire(id);
      for (const id of [...this.reservedItems(request), ...this.unsentGoods(request)])
        this.world.leaveStock(id);
      if (section) return this.explain(section);
      return [{ path: "status", ours: ours.status, v1: v1.status }];
    }
    const differences =
      ours.status >= 400 ? refusalDifferences(ours.body, v1.body) : this.compared(request, answers);
    const others = [...this.unsentGoods(request), ...this.unpaidSwapGoods(request, ours)];
    if (ours.status < 300) for (const id of others) this.world.leaveStock(id);
    if (leavesDifferentStates(asked)) this.retireAll(request, answers);
    return differences.filter((difference) => {
      const reason = explainedPlace(difference, asked);
      if (reason) this.explain(reason.section);
      if (reason?.isLasting) this.retireAll(request, answers);
      return !reason;
    });
  }

  private compared({ isOrdered = false, query }: Request, { ours, v1 }: Step["answers"]): Difference[] {
    const { bindings } = this.world;
    const comparison = new Comparison(bindings, isOrdered || query?.["order"] !== undefined);
    const differences = comparison
      .compare(withoutBareProducts(ours.body), v1.body)
      .filter((each) => !this.isShifted(each, ours));
    bindings.commit();
    this.world.see(ours.body);
    return differences;
  }

  /** What counts or orders things of which one system has others. */
  private isShifted = (difference: Difference, answer: Answer): boolean =>
    this.isShiftedCount(difference, answer) ||
    this.isShiftedRank(difference) ||
    this.isShiftedExport(difference);

  /** The count of a list that has lost elements on one side only. */
  private isShiftedCount({ path }: Difference, { body }: Answer): boolean {
    if (path !== "count" || typeof body !== "object" || body === null) return false;
    const list = Object.values(body).find(Array.isArray) as { id?: string }[] | undefined;
    const id = list?.[0]?.id;
    return id === undefined || this.world.bindings.hasRetired(prefixOf(id));
  }

  /** The place of a category among siblings of which one system has more, or has moved one. */
  private isShiftedRank = ({ path, within }: Difference): boolean =>
    path.endsWith("rank") &&
    prefixOf(String(within?.ours["id"])) === "pcat" &&
    this.world.bindings.hasRetired("pcat");

  /** What a job finds in the shop when it is prepared. */
  private isShiftedExport({ path, within }: Difference): boolean {
    const { bindings } = this.world;
    const isOfOrders = /orders? exported/.test(JSON.stringify(within?.ours));
    if (/^\[\]\.Product Category /.test(path)) return bindings.hasRetired("pcat");
    return (
      /^batch_jobs?(\[\])?\.(result\.(count|stat_descriptors\[\]\.message)$|context\.shape\.)/.test(path) &&
      bindings.hasRetired(isOfOrders ? "order" : "prod")
    );
  }

  private explain(section: string): [] {
    this.outcome.explained.set(section, (this.outcome.explained.get(section) ?? 0) + 1);
    return [];
  }
}

/** What a path changes: the first thing that it names and what belongs to that, but no region or goods of a price list. */
function changedBy(path: Request["path"]): Pair[] {
  const [first, ...others] = path.filter((part) => part instanceof Pair);
  if (!first) return [];
  const isOther = ({ ours }: Pair) =>
    prefixOf(ours) === "reg" ||
    (prefixOf(first.ours) === "pl" && ["prod", "variant"].includes(prefixOf(ours)));
  return [first, ...others.filter((part) => !isOther(part))];
}

/** The id of what an answer is about: the one entity that it shows, its cart and its order. */
function madeIds(body: Json): string[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  return Object.values(body).flatMap((each) =>
    typeof each === "object" && each !== null && !Array.isArray(each) && typeof each["id"] === "string"
      ? [each["id"], each["cart_id"], each["order_id"]].filter((id) => typeof id === "string")
      : [],
  );
}

/** A draft order makes a customer of an email. */
const newCustomers = (body: Json): string[] => {
  const { draft_order } = (body ?? {}) as { draft_order?: { cart?: { customer_id?: unknown } } };
  const id = draft_order?.cart?.customer_id;
  return typeof id === "string" ? [id] : [];
};

/** The words of a refusal are each system's own; its type is the contract. */
const refusalDifferences = (ours: Json, v1: Json): Difference[] =>
  typeOf(ours) === typeOf(v1) || typeOf(v1) === undefined
    ? []
    : [{ path: "type", ours: typeOf(ours) as Json, v1: typeOf(v1) as Json }];
