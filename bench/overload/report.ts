import type { Name } from "../compare/systems.ts";
import { rounded, table } from "../support/table.ts";
import type { SaleResult } from "./hot-sale.ts";
import { timesOf, type Visit } from "./visitor.ts";

export interface Named extends SaleResult {
  name: Name;
}

const having = (visits: readonly Visit[], outcome: Visit["outcome"]) =>
  visits.filter((visit) => visit.outcome === outcome);

export function saleTable(results: readonly Named[]): string {
  const row = (name: string, cell: (result: Named) => string | number) => [name, ...results.map(cell)];
  const middleAndWorst = (visits: readonly Visit[], time: "total" | "last") => {
    const { p50, p95, worst } = timesOf(visits, time);
    return visits.length === 0 ? "" : `${rounded(p50)} / ${rounded(p95)} / ${rounded(worst)}`;
  };
  return table(
    ["", ...results.map(({ name }) => name)],
    [
      row("orders of the article", ({ orders }) => orders),
      row("pieces left", ({ left }) => left),
      row("buyers with an order", ({ buyers }) => having(buyers, "order").length),
      row("told that it is sold out", ({ buyers }) => having(buyers, "sold out").length),
      row("that answer: p50 / p95 / worst ms", ({ buyers }) =>
        middleAndWorst(having(buyers, "sold out"), "last"),
      ),
      row("asked to come again (503, 429)", ({ buyers }) => having(buyers, "asked to wait").length),
      row("that answer: p50 / p95 / worst ms", ({ buyers }) =>
        middleAndWorst(having(buyers, "asked to wait"), "last"),
      ),
      row("buyers with an error", ({ buyers }) => having(buyers, "failed").length),
      row("other checkouts before, ms", ({ before }) => middleAndWorst(having(before, "order"), "total")),
      row("other checkouts during the sale, ms", ({ during }) =>
        middleAndWorst(having(during, "order"), "total"),
      ),
      row(
        "times as long (median)",
        ({ before, during }) =>
          `**${rounded(timesOf(having(during, "order"), "total").p50 / timesOf(having(before, "order"), "total").p50)}**`,
      ),
      row("other checkouts that failed", ({ during }) => during.length - having(during, "order").length),
      row("the first error", ({ during, buyers }) => reasonOf([...during, ...having(buyers, "failed")])),
    ],
  );
}

const reasonOf = (visits: readonly Visit[]): string =>
  visits.find(({ outcome }) => outcome === "failed")?.reason?.replaceAll("|", " ") ?? "";
