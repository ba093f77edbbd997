import { rounded, table } from "../support/table.ts";
import type { Row } from "./race.ts";

const share = (part: number, whole: number): string => `**${Math.round((100 * part) / whole)} %**`;

export const resultTable = (rows: readonly Row[]): string =>
  table(
    [
      "operation",
      "of pgbench",
      "of the bare server",
      "clients",
      "a second: pgbench",
      "bare server",
      "Tradewind",
      "database CPU ms: pgbench",
      "bare server",
      "Tradewind",
      "server CPU ms: bare server",
      "Tradewind",
    ],
    rows.map(({ operation, clients, of }) => {
      const { pgbench, "bare server": bare, Tradewind: tradewind } = of;
      const all = [pgbench, bare, tradewind];
      return [
        operation,
        share(tradewind.rate, pgbench.rate),
        share(tradewind.rate, bare.rate),
        clients,
        ...all.map(({ rate }) => rounded(rate)),
        ...all.map(({ database }) => rounded(database)),
        ...[bare, tradewind].map(({ server }) => rounded(server)),
      ];
    }),
  );
