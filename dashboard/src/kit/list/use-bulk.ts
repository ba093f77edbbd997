import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useBlocker } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Question, useAsk } from "../dialogs/ask.tsx";
import type { BulkResult, BulkRun } from "./do-for-all.ts";
import type { List, ListedRow } from "./list-declaration.ts";

export interface BulkWork {
  /** Asked before anything is done. Absent where the user has confirmed it in a dialog. */
  question?: Question;
  run(ids: string[], run: BulkRun): Promise<BulkResult>;
}

interface Options<Row extends ListedRow> {
  list: Pick<List<never, Row, never>, "rows" | "selected" | "select" | "count">;
  /** What people call a row. */
  nameOf(row: Row): string;
  /** Every row that the filters find. */
  readAll(): Promise<Row[]>;
  /** The first keys of the queries that show the rows. */
  refresh: readonly string[];
}

export interface Report {
  done: string[];
  failed: { name: string; error: Error }[];
  /** Those that the user did not want to be begun any more. */
  left: number;
}

/** One action for the selected rows of a list, or for all rows that its filters find: on this page and on the others. */
export function useBulk<Row extends ListedRow>({ list, nameOf, readAll, refresh }: Options<Row>) {
  const { rows, selected, select, count = 0 } = list;
  const ask = useAsk();
  const queryClient = useQueryClient();
  const [wantsAll, setWantsAll] = useState(false);
  const [finished, setFinished] = useState(0);
  const [begun, setBegun] = useState(0);
  const isStopped = useRef(false);
  const hasWholePage = rows.length > 0 && rows.every(({ id }) => selected.includes(id));
  const isAll = wantsAll && hasWholePage;
  const work = useMutation({
    async mutationFn({ run }: BulkWork): Promise<Report> {
      isStopped.current = false;
      setFinished(0);
      const chosen = isAll ? await readAll() : rows.filter(({ id }) => selected.includes(id));
      setBegun(chosen.length);
      const names = new Map(chosen.map((row) => [row.id, nameOf(row)]));
      const result = await run([...names.keys()], {
        onProgress: setFinished,
        isStopped: () => isStopped.current,
      });
      const failed = result.failed.map(({ id, error }) => ({ id, name: names.get(id)!, error }));
      await Promise.all(refresh.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
      setWantsAll(false);
      select(failed.map(({ id }) => id));
      return {
        done: result.done.map((id) => names.get(id)!),
        failed,
        left: names.size - result.done.length - failed.length,
      };
    },
  });
  useLeaving(work.isPending);
  return {
    count: isAll ? count : selected.length,
    /** How many the filters find. */
    total: count,
    /** All rows of this page are selected, and there are others. */
    canTakeAll: hasWholePage && !isAll && count > rows.length,
    takeAll: () => setWantsAll(true),
    isAll,
    isPending: work.isPending,
    progress: begun > 0 ? finished / begun : 0,
    stop: () => {
      isStopped.current = true;
    },
    error: work.error,
    report: work.data,
    closeReport: work.reset,
    async start(given: BulkWork) {
      if (!given.question || (await ask(given.question))) work.mutate(given);
    },
  };
}

export type Bulk = ReturnType<typeof useBulk>;

/** The browser does the work: it ends when the page is left. */
function useLeaving(isPending: boolean): void {
  const { t } = useTranslation();
  const ask = useAsk();
  useBlocker({
    shouldBlockFn: async () =>
      isPending &&
      !(await ask({ title: t("bulk.leaveTitle"), text: t("bulk.leaveText"), confirm: t("form.leave") })),
    enableBeforeUnload: () => isPending,
  });
}
