import type { Tx } from "../../../../db/database.ts";
import type { Refusal } from "../../../../kernel/refusal.ts";
import { checkCells } from "../csv/cells.ts";
import type { Header } from "../csv/header.ts";
import type { CsvRow } from "../csv/read-csv.ts";
import { refusedGroup } from "./import-outcome.ts";
import type { Importer } from "./importer.ts";
import type { RowGroup } from "./row-groups.ts";

const MALFORMED = "\0row ";

/** Refuses malformed rows one by one, before the importer reads their cells. */
export function refusingMalformedRows<Plan>(importer: Importer<Plan>, { names }: Header): Importer<Plan> {
  const problemOf = ({ cells }: CsvRow): Refusal | null => {
    try {
      checkCells(cells, names.length);
      return null;
    } catch (error) {
      return error as Refusal;
    }
  };
  return {
    keyOf: (row) => (problemOf(row) ? `${MALFORMED}${row.number}` : importer.keyOf(row)),
    scan: (row) => (problemOf(row) ? [] : importer.scan(row)),
    plan: async (on, groups) => {
      const isReadable = ({ key }: RowGroup) => !key.startsWith(MALFORMED);
      const planned = await importer.plan(on, groups.filter(isReadable));
      const next = planned[Symbol.iterator]();
      return groups.map((group) =>
        isReadable(group) ? next.next().value! : refusedGroup(group, problemOf(group.rows[0]!)!),
      );
    },
    save: (tx, plans) => importer.save(tx, plans),
    ...(importer.finish ? { finish: (tx: Tx) => importer.finish!(tx) } : {}),
  };
}
