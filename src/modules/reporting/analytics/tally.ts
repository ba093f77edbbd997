import { type SumUnit, startOfUnit } from "./sum-units.ts";

/** Amounts by key. */
export class Tally<Name extends string> {
  private readonly totals = new Map<string, Record<Name, number>>();
  private readonly zeros: Record<Name, number>;

  constructor(private readonly names: readonly Name[]) {
    this.zeros = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  }

  add(key: string, amounts: Readonly<Partial<Record<Name, number>>>, sign = 1): void {
    let total = this.totals.get(key);
    if (!total) {
      total = { ...this.zeros };
      this.totals.set(key, total);
    }
    for (const name of this.names) total[name] += sign * (amounts[name] ?? 0);
  }

  /** What is not 0, in the order of the keys: rows are always locked in one order. */
  changed(): [string, Record<Name, number>][] {
    const found = [...this.totals].filter(([, total]) => this.names.some((name) => total[name] !== 0));
    return found.sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

/** The same by longer units; a key begins with the time. */
export function rolledUp<Name extends string>(
  shortest: Tally<Name>,
  names: readonly Name[],
  units: readonly SumUnit[],
): [string, Record<Name, number>][] {
  const all = new Tally(names);
  for (const [key, amounts] of shortest.changed()) {
    const time = Number(key.slice(0, key.indexOf(" ")));
    const rest = key.slice(key.indexOf(" "));
    for (const unit of units) all.add(`${unit} ${startOfUnit(unit, time)}${rest}`, amounts);
  }
  return all.changed();
}

export const moment = (time: string): string => new Date(Number(time)).toISOString();
