import type pg from "pg";
import { addMoney, type MoneyByCurrency, moneyText } from "../examine/money-text.ts";
import type { Undo } from "../plan.ts";
import { type LossCheck, lossChecks } from "./loss-checks.ts";

/** Something that v1 cannot hold: it is lost when an adoption is undone. */
export interface Loss {
  /** For machines: stable words such as `waived_amounts`. */
  code: string;
  /** For people: what is lost, and where. */
  message: string;
}

/** What a check has found; null where it does not apply. */
interface Found {
  /** An order as `#12`, a cart, a region: what a person can look up. */
  name: string;
  amount: string | null;
  currency: string | null;
}

/** Names that are printed; the rest is counted. */
const MOST_NAMES = 50;

/** What v1 would not know, in the order of importance. Reads only. */
export async function lossesOf(client: pg.Client, undo: readonly Undo[]): Promise<Loss[]> {
  const losses: Loss[] = [];
  for (const check of lossChecks) {
    if (!(await applies(client, check, undo))) continue;
    const { rows } = await client.query<Found>(check.text);
    if (rows.length > 0) losses.push({ code: check.code, message: messageOf(check, rows) });
  }
  return losses;
}

/** An adoption that was interrupted early has no tables of Tradewind yet; what v1 has as well is not lost. */
async function applies(client: pg.Client, { needs, dropped }: LossCheck, undo: readonly Undo[]) {
  if (dropped && !undo.some(({ statement }) => dropped.some((part) => statement === part))) return false;
  for (const part of needs) {
    const [table, column] = part.split("#");
    const { rows } = await client.query(
      `select from pg_attribute where attrelid = to_regclass($1) and not attisdropped and ($2::text is null or attname = $2) limit 1`,
      [table, column ?? null],
    );
    if (rows.length === 0) return false;
  }
  return true;
}

function messageOf({ what, hint }: LossCheck, rows: readonly Found[]): string {
  const total: MoneyByCurrency = {};
  for (const { amount, currency } of rows) if (currency && amount) addMoney(total, currency, Number(amount));
  const names = rows.slice(0, MOST_NAMES).map(nameOf);
  const more = rows.length > names.length ? [`and ${rows.length - names.length} more`] : [];
  const sum = rows.length > 1 && Object.keys(total).length > 0 ? ` (together ${moneyText(total)})` : "";
  return `${what}: ${[...names, ...more].join(", ")}${sum}. ${hint}`;
}

const nameOf = ({ name, amount, currency }: Found): string =>
  currency && amount ? `${name} ${moneyText({ [currency]: Number(amount) })}` : name;

/** For people: one item for each loss. */
export const lossesText = (losses: readonly Loss[]): string =>
  ["v1 cannot hold this, and it is lost:", ...losses.map(({ message }) => `  - ${message}`)].join("\n");
