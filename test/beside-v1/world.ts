import type { RandomSource } from "../soak/random-source.ts";
import { Bindings, type Json, prefixOf } from "./difference.ts";
import { Pair } from "./pair.ts";

/** Something that both systems have. */
export interface Known {
  id: Pair;
  /** The fields as Tradewind showed them last. */
  data: Record<string, Json>;
  /** Our ids of what it was shown inside of. */
  owners: Set<string>;
  isGone: boolean;
}

/** Everything that both systems have, by its kind (the prefix of its id): the generator names it in requests. */
export class World {
  readonly bindings = new Bindings((...pair) => this.add(...pair));
  private readonly byKind = new Map<string, Known[]>();
  private readonly byOurs = new Map<string, Known>();
  private count = 0;

  constructor(readonly random: RandomSource) {}

  /** A name that was not used before. */
  name = (what: string): string => `${what} ${++this.count}`;

  all = (kind: string): Known[] => (this.byKind.get(kind) ?? []).filter(({ isGone }) => !isGone);

  /** Recent ones more often: what a scenario has just made is what it works on. */
  known(kind: string, fits: (known: Known) => boolean = () => true): Known | undefined {
    const fitting = this.all(kind).filter(fits);
    if (fitting.length === 0) return undefined;
    const recent = fitting.slice(-3);
    return this.random.pick(this.random.isLucky(0.6) ? recent : fitting);
  }

  any = (kind: string, fits?: (known: Known) => boolean): Pair | undefined => this.known(kind, fits)?.id;

  /** One that was shown inside of another. */
  within = (kind: string, owner: Pair): Known | undefined =>
    this.known(kind, ({ owners }) => owners.has(owner.ours));

  dataOf = (ours: string): Known["data"] => this.byOurs.get(ours)?.data ?? {};

  /** The two systems have done different things to it: it is named no more, and left out of comparisons. */
  retire(ours: string): void {
    if (this.bindings.isRetired(ours)) return;
    this.bindings.retire(ours);
    const known = this.byOurs.get(ours);
    if (known) known.isGone = true;
    for (const { id } of this.partsOf(ours, ["order_id", "cart_id", "price_list_id"])) this.retire(id.ours);
  }

  /** The two systems count the pieces of a variant or item differently from now on: it is still sold, but its stock is not compared. */
  leaveStock(id: string): void {
    const isPart = ({ id: part, owners }: Known) => prefixOf(part.ours) === "variant" && owners.has(id);
    const items = [...(this.byOurs.get(id)?.owners ?? [])].filter((owner) => prefixOf(owner) === "iitem");
    const variants = [...this.byOurs.values()].filter(isPart).map(({ id: part }) => part.ours);
    this.bindings.leaveStock([id, ...items, ...(prefixOf(id) === "iitem" ? variants : [])]);
  }

  some(kind: string, most: number): Pair[] {
    const all = this.all(kind);
    const count = Math.min(all.length, this.random.whole(1, most));
    const picked = new Set<Known>();
    while (picked.size < count) picked.add(this.random.pick(all));
    return [...picked].map(({ id }) => id);
  }

  /** Takes in what an answer of ours showed, after its ids were paired. */
  see(value: Json, owners: string[] = []): void {
    if (Array.isArray(value)) {
      for (const each of value) this.see(each, owners);
      return;
    }
    if (typeof value !== "object" || value === null) return;
    const id = value["deleted"] === true ? (value["variant_id"] ?? value["id"]) : value["id"];
    const known = typeof id === "string" ? this.byOurs.get(id) : undefined;
    if (known) {
      Object.assign(known.data, value);
      for (const owner of owners) known.owners.add(owner);
      if (value["deleted"] === true || typeof value["deleted_at"] === "string") this.leave(known);
    }
    const inner = known ? [...owners, id as string] : owners;
    for (const each of Object.values(value)) this.see(each, inner);
  }

  /** It was deleted, a product with its variants. Codes of a deleted discount: "A dynamic code follows its discount". */
  private leave(known: Known): void {
    known.isGone = true;
    for (const part of this.partsOf(known.id.ours, ["product_id"])) part.isGone = true;
    for (const { id } of this.partsOf(known.id.ours, ["parent_discount_id"])) this.retire(id.ours);
  }

  private partsOf = (ours: string, keys: readonly string[]): Known[] =>
    [...this.byOurs.values()].filter(({ data }) => keys.some((key) => data[key] === ours));

  private add(ours: string, v1: string, kind: string): void {
    const known = { id: new Pair(ours, v1), data: {}, owners: new Set<string>(), isGone: false };
    this.byOurs.set(ours, known);
    this.byKind.set(kind, [...(this.byKind.get(kind) ?? []), known]);
  }
}
