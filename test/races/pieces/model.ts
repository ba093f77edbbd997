import type { Facts, LineFacts } from "./facts.ts";

/** Where the pieces of a line are. The others of its quantity are still to be packed. */
export interface LinePlaces {
  quantity: number;
  /** In stock, reserved for the line. */
  reserved: number;
  packed: number;
  shipped: number;
  /** Back again, after they were packed. */
  returned: number;
  /** Given up by the customer before they were packed. */
  dropped: number;
}

/** What was agreed to be paid for an order, what of it was taken, and what may not be taken any more. */
export interface MoneyPlaces {
  agreed: number;
  taken: number | null;
  dropped: number;
}

/** Where each piece is, and the money for it. */
export interface Model {
  shelf: number;
  lines: Readonly<Record<string, LinePlaces>>;
  money: Readonly<Record<string, MoneyPlaces>>;
  /** Parcels that were shipped or canceled and returns that were received, each of which happens once. */
  ended: readonly string[];
}

/** What the shop must not do. */
export class Wrong extends Error {}

export function must(condition: boolean, wrong: string): void {
  if (!condition) throw new Wrong(wrong);
}

export const toPack = ({ quantity, packed, dropped }: LinePlaces) => quantity - packed - dropped;
export const away = ({ packed, returned }: LinePlaces) => packed - returned;
export const free = ({ shelf, lines }: Model) =>
  Object.values(lines).reduce((left, { reserved }) => left - reserved, shelf);

export function lineIn(model: Model, owner: string): LinePlaces {
  const line = model.lines[owner];
  if (!line) throw new Wrong("did something with what was canceled");
  return line;
}

export const withLine = (model: Model, owner: string, change: Partial<LinePlaces>): Model => ({
  ...model,
  lines: { ...model.lines, [owner]: { ...lineIn(model, owner), ...change } },
});

export function ending(model: Model, id: string): Model {
  must(!model.ended.includes(id), "shipped, canceled or received the same thing twice");
  return { ...model, ended: [...model.ended, id] };
}

export const withMoney = (model: Model, order: string, change: Partial<MoneyPlaces>): Model => ({
  ...model,
  money: { ...model.money, [order]: { ...model.money[order]!, ...change } },
});

export function without(model: Model, owner: string): Model {
  const { [owner]: _gone, ...lines } = model.lines;
  return { ...model, lines };
}

export const newLine = (quantity: number): LinePlaces => ({
  quantity,
  reserved: quantity,
  packed: 0,
  shipped: 0,
  returned: 0,
  dropped: 0,
});

const placesOf = (line: LineFacts): LinePlaces => ({
  quantity: line.quantity,
  reserved: line.reserved,
  packed: line.packed,
  shipped: line.shipped,
  returned: line.returned - line.unsent,
  dropped: line.unsent,
});

/** The same of what the database has, as far as it can be seen there. */
export function seenIn(facts: Facts): Pick<Model, "shelf" | "lines"> & { taken: Record<string, number> } {
  const shelf = facts.levels.reduce((sum, { stocked }) => sum + stocked, 0);
  const present = facts.lines.filter(({ isGone }) => !isGone);
  const lines = Object.fromEntries(present.map((line) => [line.owner, placesOf(line)]));
  const captured = facts.payments.filter(({ isCaptured }) => isCaptured);
  const taken: Record<string, number> = {};
  for (const { orderId, amount } of captured) taken[orderId] = (taken[orderId] ?? 0) + amount;
  return { shelf, lines, taken };
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

/** Invariants of the rows at any moment. */
export function refuseContradictions(facts: Facts, pieces: number): void {
  for (const line of facts.lines) {
    const parcels = facts.parcels.filter(({ owner, isCanceled }) => owner === line.owner && !isCanceled);
    const back = facts.returns.filter(({ owner, status }) => owner === line.owner && status === "received");
    const name = `${line.kind} ${JSON.stringify(line)}`;
    must(line.packed === sum(parcels, ({ quantity }) => quantity), `packed: other than in parcels, ${name}`);
    const sent = parcels.filter(({ isShipped }) => isShipped);
    must(line.shipped === sum(sent, ({ quantity }) => quantity), `shipped: other than in parcels, ${name}`);
    must(line.returned === sum(back, ({ quantity }) => quantity), `returned: other than in returns, ${name}`);
    must(line.packed <= line.quantity - line.unsent, `packed what was returned before, ${name}`);
    must(line.shipped <= line.packed, `shipped what was not packed, ${name}`);
    must(line.returned - line.unsent <= line.packed, `returned what was not sent, ${name}`);
    const open = line.isGone ? 0 : line.quantity - line.packed - line.unsent;
    must(line.reserved <= open, `reserved what is not to be sent, ${name}`);
  }
  for (const { locationId, stocked, reserved } of facts.levels) {
    const kept = facts.reservations.filter((one) => one.locationId === locationId);
    must(
      reserved === sum(kept, ({ quantity }) => quantity),
      "a level counts other reservations than there are",
    );
    must(stocked >= 0, "less than nothing is stocked");
  }
  const outside = sum(facts.lines, ({ packed, returned, unsent }) => packed - returned + unsent);
  const inside = sum(facts.levels, ({ stocked }) => stocked);
  must(inside + outside === pieces, `${inside} pieces here and ${outside} away are not ${pieces}`);
  for (const { amount, refunded, isCaptured } of facts.payments) {
    must(refunded <= (isCaptured ? amount : 0), "more was given back than was taken");
  }
}

const lacking = (facts: Facts, locationId: string) => {
  const level = facts.levels.find((each) => each.locationId === locationId)!;
  return Math.max(level.reserved - level.stocked, 0);
};

/** Only a manual change of a level makes the reserved quantity exceed the stock of a location. */
export function refuseOversell(before: Facts, after: Facts, lost: number): void {
  for (const { locationId } of after.levels) {
    const more = lacking(after, locationId) - lacking(before, locationId);
    must(more <= lost, `at ${locationId} more is reserved than is stocked`);
  }
}
