import { type Contribution, type Measures, measures, type OpenWorkKind } from "./contribution.ts";
import { type CustomerSumRow, type ReportSumRow, ReportTallies } from "./report-difference.ts";
import { rankingUnits, startOfUnit, sumUnits } from "./sum-units.ts";
import { moment, rolledUp, Tally } from "./tally.ts";

export type SumRow = Measures & { unit: string; start: string; currency_code: string };

interface Ranked {
  orders: number;
  quantity: number;
  amount: number;
}

export interface RankingRow extends Ranked {
  subject: "product" | "country";
  unit: string;
  start: string;
  currency_code: string;
  key: string;
}

/** What has to be added to the stored sums. */
export interface Difference {
  sums: SumRow[];
  rankings: RankingRow[];
  openWork: { kind: OpenWorkKind; orders: number }[];
  reports: ReportSumRow[];
  customers: CustomerSumRow[];
}

const rankedNames = ["orders", "quantity", "amount"] as const;

/** Sums of the shortest unit; `rolledUp` makes the longer ones of them. */
class Contributions {
  /** By time and currency. */
  readonly sums = new Tally(measures);
  /** By time, subject, currency and key. */
  readonly rankings = new Tally(rankedNames);
  readonly openWork = new Tally(["orders"]);
  readonly reports = new ReportTallies();

  count(each: Contribution, sign: 1 | -1): void {
    const { amounts, refunds, exchanges, open_work } = each.contribution;
    const addAt = (at: string, added: Partial<Measures>) =>
      this.sums.add(`${startOfUnit("quarter", Date.parse(at))} ${each.currency_code}`, added, sign);
    addAt(each.placed_at, each.is_canceled ? { canceled_orders: 1 } : { orders: 1, ...amounts });
    if (each.is_canceled) return;
    for (const { at, amount } of refunds) addAt(at, { refunds: amount });
    for (const { at, amount } of exchanges) addAt(at, { exchanges: amount });
    for (const kind of open_work) this.openWork.add(kind, { orders: 1 }, sign);
    this.rank(each, sign);
    this.reports.count(each, sign);
  }

  private rank({ placed_at, currency_code, contribution }: Contribution, sign: 1 | -1): void {
    const { products, country_code, amounts } = contribution;
    const day = startOfUnit("day", Date.parse(placed_at));
    const at = (subject: RankingRow["subject"]) => `${day} ${subject} ${currency_code}`;
    for (const { id, quantity, amount } of products)
      this.rankings.add(`${at("product")} ${id}`, { orders: 1, quantity, amount }, sign);
    const sold = { orders: 1, quantity: 0, amount: amounts.sales ?? 0 };
    this.rankings.add(`${at("country")} ${country_code ?? ""}`, sold, sign);
  }
}

/** The sums of what orders contribute now, minus the sums of what they contributed before. */
export function differenceOf(before: readonly Contribution[], after: readonly Contribution[]): Difference {
  const found = new Contributions();
  for (const each of before) found.count(each, -1);
  for (const each of after) found.count(each, 1);
  return {
    sums: rolledUp(found.sums, measures, sumUnits).map(([key, amounts]) => {
      const [unit, start, currency_code] = key.split(" ") as [string, string, string];
      return { unit, start: moment(start), currency_code, ...amounts };
    }),
    rankings: rolledUp(found.rankings, rankedNames, rankingUnits).map(([row, amounts]) => {
      const [unit, start, subject, currency_code, ...key] = row.split(" ") as [
        string,
        string,
        string,
        string,
      ];
      return {
        subject: subject as RankingRow["subject"],
        unit,
        start: moment(start),
        currency_code,
        key: key.join(" "),
        ...amounts,
      };
    }),
    openWork: found.openWork.changed().map(([kind, { orders }]) => ({ kind: kind as OpenWorkKind, orders })),
    reports: found.reports.changedSums(),
    customers: found.reports.changedCustomers(),
  };
}
