export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Where two answers differ. `path` has no positions: `cart.items[].variant`. */
export interface Difference {
  path: string;
  ours: Json | undefined;
  v1: Json | undefined;
  /** The two objects that have it. */
  within?: { ours: JsonObject; v1: JsonObject };
}

export type JsonObject = { [key: string]: Json };

const ID = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/i;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const JWT = /^ey[\w-]+\.[\w-]+\.[\w-]+$/;
const GIFT_CODE = /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/;
/** Each system counts these for itself. */
const COUNTED = /(^|\.)(display_id|num_code|country\.id|countries\[\]\.id|advancement_count|file_size)$/;
/** v1 writes these rows anew with every change, Tradewind only when they change. */
const REWRITTEN = new Set(["lia", "litl", "smtl", "ps"]);
const STOCK = new Set([
  "inventory_quantity",
  "purchasable",
  "stocked_quantity",
  "reserved_quantity",
  "available_quantity",
  "sales_channel_availability",
  "Variant Inventory Quantity",
]);
/** Each system has its own names and addresses of files; what they end with tells what they hold. */
const FILE_KEY = /(^|\.)(key|file_key|fileKey)$/;
const FILE_URL = /(^|\.)(url|download_url)$/;
const HOUR = 3_600_000;
const MINUTE = 60_000;

/** Which id of one system is which id of the other: both directions are unique. */
export class Bindings {
  private readonly v1Of = new Map<string, string>();
  private readonly oursOf = new Map<string, string>();
  private readonly retired = new Set<string>();
  private readonly withOtherStock = new Set<string>();
  private readonly retiredKinds = new Set<string>();
  private log: [ours: string, v1: string, kind: string][] = [];

  constructor(private readonly onNew: (ours: string, v1: string, kind: string) => void) {}

  bind(ours: string, v1: string, kind = prefixOf(ours)): boolean {
    if (this.v1Of.has(ours) || this.oursOf.has(v1)) return this.v1Of.get(ours) === v1;
    this.v1Of.set(ours, v1);
    this.oursOf.set(v1, ours);
    this.log.push([ours, v1, kind]);
    return true;
  }

  arePair = (ours: string, v1: string): boolean => this.v1Of.get(ours) === v1;

  /** Runs a comparison; what it has bound counts only if it found no difference. */
  trial(compare: () => Difference[]): Difference[] {
    const before = this.log.length;
    const differences = compare();
    if (differences.length > 0) this.undo(before);
    return differences;
  }

  /** The two systems have done different things to it, so it is not compared any more. */
  retire(id: string): void {
    for (const each of [id, this.v1Of.get(id), this.oursOf.get(id)]) if (each) this.retired.add(each);
    this.retiredKinds.add(prefixOf(id));
  }

  /** The two systems count the pieces of a variant and its items differently from now on: they are compared no more. */
  leaveStock(ids: readonly string[]): void {
    for (const id of ids) for (const each of [id, this.v1Of.get(id)]) if (each) this.withOtherStock.add(each);
    // Each system has made other reservations of them.
    this.retiredKinds.add("resitem");
  }

  /** Whether it is a variant, an item, a level or a reservation of which the stock is not compared. */
  hasOtherStock = (value: Json): boolean =>
    isObject(value) &&
    [...idsOf(value), value["inventory_item_id"]].some((id) => this.withOtherStock.has(String(id)));

  isRetired = (id: string): boolean => this.retired.has(id);

  hasRetired = (kind: string): boolean => this.retiredKinds.has(kind);

  isKnown = (id: string): boolean => this.v1Of.has(id) || this.oursOf.has(id);

  /** Two lists without what was retired. */
  withoutRetired(ours: Json[], v1: Json[]): [Json[], Json[]] {
    const isIn = (value: Json) =>
      !ownIds(value).some((id) => this.retired.has(id)) &&
      !(isReservation(value) && this.hasOtherStock(value));
    return [ours.filter(isIn), v1.filter(isIn)];
  }

  /**
   * Two pages of a list. A page of a list that has lost an element on one side only begins elsewhere: what is known to be
   * on one of the pages only cannot be compared then.
   */
  withoutShifted(ours: Json[], v1: Json[]): [Json[], Json[]] {
    const kinds = idsOf(ours[0] ?? v1[0] ?? null).map(prefixOf);
    if (!kinds.some((kind) => this.hasRetired(kind))) return [ours, v1];
    const [oursIds, v1Ids] = [new Set(ours.map(idOf)), new Set(v1.map(idOf))];
    const isThere = (pair: string | undefined, ids: Set<string>) => pair === undefined || ids.has(pair);
    return [
      ours.filter((each) => isThere(this.v1Of.get(idOf(each)), v1Ids)),
      v1.filter((each) => isThere(this.oursOf.get(idOf(each)), oursIds)),
    ];
  }

  private undo(length: number): void {
    for (const [ours, v1] of this.log.splice(length)) {
      this.v1Of.delete(ours);
      this.oursOf.delete(v1);
    }
  }

  /** The new pairs are known from now on. */
  commit(): void {
    for (const [ours, v1, kind] of this.log) this.onNew(ours, v1, kind);
    this.log = [];
  }
}

export class Comparison {
  constructor(
    private readonly bindings: Bindings,
    private readonly isOrdered: boolean,
  ) {}

  compare(ours: Json | undefined, v1: Json | undefined, path = ""): Difference[] {
    if (Array.isArray(ours) && Array.isArray(v1)) return this.arrays(ours, v1, path);
    if (isObject(ours) && isObject(v1)) return this.objects(ours, v1, path);
    const isSame =
      typeof ours === "string" && typeof v1 === "string"
        ? this.isSameText(ours, v1, path)
        : ours === v1 || (typeof ours === "number" && typeof v1 === "number" && COUNTED.test(path));
    return isSame ? [] : [{ path, ours, v1 }];
  }

  private isSameText(ours: string, v1: string, path: string): boolean {
    if (ours === v1) return true;
    if (FILE_KEY.test(path) && isSameKindOfFile(ours, v1)) return this.bindings.bind(ours, v1, "file");
    if (FILE_URL.test(path) && isSameKindOfFile(ours, v1)) return true;
    if (ID.test(ours) && ID.test(v1)) return prefixOf(ours) === prefixOf(v1) && this.isSameId(ours, v1);
    if (TIME.test(ours) && TIME.test(v1)) return isSameTime(ours, v1);
    if (this.bindings.arePair(ours, v1)) return true;
    return [UUID, JWT, GIFT_CODE].some((kind) => kind.test(ours) && kind.test(v1));
  }

  private isSameId(ours: string, v1: string): boolean {
    return REWRITTEN.has(prefixOf(ours)) || this.bindings.bind(ours, v1);
  }

  private objects(ours: JsonObject, v1: JsonObject, path: string): Difference[] {
    if (this.bindings.isRetired(idOf(ours))) return [];
    const isStock = (key: string) => STOCK.has(key) || (key === "quantity" && isReservation(ours));
    const isCompared = (key: string) => !(isStock(key) && this.bindings.hasOtherStock(ours));
    const keys = [...new Set([...Object.keys(ours), ...Object.keys(v1)])].filter(isCompared);
    // Ids first: they tell which elements of a list belong together.
    keys.sort((one, other) => Number(other === "id") - Number(one === "id"));
    return keys
      .flatMap((key) => this.compare(ours[key], v1[key], path === "" ? key : `${path}.${key}`))
      .map((difference) => ({ within: { ours, v1 }, ...difference }));
  }

  /** v1 promises no order within an answer: lists are the same if they hold the same. */
  private arrays(allOurs: Json[], allV1: Json[], path: string): Difference[] {
    const inner = `${path}[]`;
    const both = this.bindings.withoutRetired(allOurs, allV1);
    const [ours, v1] = isPage(path)
      ? this.bindings.withoutShifted(...both)
      : this.wholeLists(both, allOurs, allV1);
    if (ours.length !== v1.length) return [{ path: `${path}.length`, ours: ours.length, v1: v1.length }];
    const inOrder = () => ours.flatMap((each, index) => this.compare(each, v1[index], inner));
    const differences = this.bindings.trial(inOrder);
    if (differences.length === 0 || (this.isOrdered && !path.includes("[]"))) return differences;
    return this.asSets(ours, v1, inner);
  }

  /** An element may be retired in one system before its pair is known: then the lists are compared with it. */
  private wholeLists(both: [Json[], Json[]], allOurs: Json[], allV1: Json[]): [Json[], Json[]] {
    const [ours, v1] = both;
    return ours.length !== v1.length && allOurs.length === allV1.length ? [allOurs, allV1] : both;
  }

  /** Each element with the one that differs least from it. */
  private asSets(ours: Json[], v1: Json[], inner: string): Difference[] {
    const rest = [...v1];
    return ours.flatMap((each) => {
      let best: { index: number; differences: Difference[] } | undefined;
      for (const [index, candidate] of rest.entries()) {
        const differences = this.bindings.trial(() => this.compare(each, candidate, inner));
        if (!best || differences.length < best.differences.length) best = { index, differences };
        if (differences.length === 0) break;
      }
      const [nearest] = rest.splice(best!.index, 1);
      // So near that the two are the same thing: from now on their ids are a pair.
      return isNear(best!.differences) ? this.compare(each, nearest, inner) : best!.differences;
    });
  }
}

const isNear = ({ length }: Difference[]): boolean => length <= 3;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const idOf = (value: Json): string => idsOf(value)[0] ?? "";

const isReservation = (value: Json): boolean => prefixOf(idOf(value)) === "resitem";

/** Its ids, and those of the order that it belongs to or of the variants that an inventory item is of. */
const ownIds = (value: Json): string[] => {
  if (!isObject(value)) return [];
  const variants = prefixOf(idOf(value)) === "iitem" ? value["variants"] : [];
  return [
    ...idsOf(value),
    String(value["order_id"]),
    ...(Array.isArray(variants) ? variants.flatMap(idsOf) : []),
  ];
};

/** The id of an entity. A line of a table shows a variant and its product, or an order. */
const idsOf = (value: Json): string[] =>
  isObject(value)
    ? ["id", "Variant Id", "Product Id", "Order_ID"]
        .map((name) => value[name])
        .filter((id) => typeof id === "string")
    : [];

/** `csv` of `https://example.com/products.csv?signature=1` */
const endOf = (file: string): string => /\.(\w+)(\?|$)/.exec(file)?.[1] ?? "";

const isSameKindOfFile = (ours: string, v1: string): boolean =>
  endOf(ours) !== "" && endOf(ours) === endOf(v1);

/** The list that a request asks for; lists within others are whole. */
const isPage = (path: string): boolean => !/[.[]/.test(path);

/** All ids in an answer, but of rows that v1 writes anew. */
export const idsIn = (value: Json): string[] => {
  if (typeof value === "string") return ID.test(value) && !REWRITTEN.has(prefixOf(value)) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(idsIn) : [];
};

export const prefixOf = (id: string): string => id.slice(0, id.indexOf("_"));

/** Both at about the same moment, or both while this runs. */
const isSameTime = (ours: string, v1: string): boolean =>
  Math.abs(Date.parse(ours) - Date.parse(v1)) < MINUTE || (isRecent(ours) && isRecent(v1));

const isRecent = (time: string): boolean => Math.abs(Date.parse(time) - Date.now()) < HOUR;
