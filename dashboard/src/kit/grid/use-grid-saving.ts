import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { isEqual } from "../form/merge.ts";
import { doForAll } from "../list/do-for-all.ts";
import type { GridColumn, Value } from "./grid-column.ts";
import type { GridEdits, RowEdits } from "./use-grid-edits.ts";

export interface GridSource<Row> {
  rows: readonly Row[];
  idOf(row: Row): string;
  columns: readonly GridColumn<Row>[];
  /** The rows as they are stored now. One that is missing was removed. */
  readAgain(ids: readonly string[]): Promise<ReadonlyMap<string, Row>>;
  /** Sends the changed cells of a row, which is as it is stored now. */
  save(row: Row, changed: Readonly<Record<string, Value>>): Promise<unknown>;
  /** Reads what is shown again. */
  refresh(): Promise<unknown>;
}

/** Why a row was not saved. */
export type RowProblem =
  | { kind: "failed"; error: Error }
  | { kind: "invalid" | "gone" }
  /** What others stored in cells that are changed here. */
  | { kind: "conflict"; row: string; theirs: Readonly<Record<string, Value>> };

export type RowProblems = ReadonlyMap<string, RowProblem>;

function problemOf<Row>(
  { id: row, stored: now, edits }: { id: string; stored: Row | undefined; edits: RowEdits },
  columns: readonly GridColumn<Row>[],
): RowProblem | null {
  if (Object.values(edits).some(({ error }) => error)) return { kind: "invalid" };
  if (!now) return { kind: "gone" };
  const theirs = columns.flatMap(({ id, read }) => {
    const edit = edits[id];
    const stored = read(now);
    const isConflict = edit && !isEqual(stored, edit.base) && !isEqual(stored, edit.value);
    return isConflict ? [[id, stored] as const] : [];
  });
  return theirs.length > 0 ? { kind: "conflict", row, theirs: Object.fromEntries(theirs) } : null;
}

/** Saves the changed rows one by one. One that is refused does not stop the others. */
export function useGridSaving<Row>(source: GridSource<Row>, { edits, forget, set }: GridEdits) {
  const [progress, setProgress] = useState({ finished: 0, all: 0 });
  const [problems, setProblems] = useState<RowProblems>(new Map());
  const work = useMutation({
    async mutationFn() {
      const ids = [...edits.keys()];
      setProgress({ finished: 0, all: ids.length });
      const stored = await source.readAgain(ids);
      const found = new Map<string, RowProblem>();
      for (const id of ids) {
        const problem = problemOf({ id, stored: stored.get(id), edits: edits.get(id)! }, source.columns);
        if (problem) found.set(id, problem);
      }
      const sendable = ids.filter((id) => !found.has(id));
      const skipped = ids.length - sendable.length;
      const result = await doForAll(
        sendable,
        (id) => source.save(stored.get(id)!, valuesOf(edits.get(id)!)),
        { onProgress: (finished) => setProgress({ finished: finished + skipped, all: ids.length }) },
      );
      for (const { id, error } of result.failed) found.set(id, { kind: "failed", error });
      await source.refresh();
      forget(sendable.filter((id) => !found.has(id)));
      setProblems(found);
      return { saved: result.done.length, left: found.size };
    },
  });
  const withoutProblem = (row: string) =>
    setProblems((known) => new Map([...known].filter(([id]) => id !== row)));
  /** Takes what others stored, or keeps what is typed here; then it can be saved. */
  const decide = (row: string, choice: "mine" | "theirs") => {
    const problem = problems.get(row);
    const own = edits.get(row);
    if (problem?.kind !== "conflict" || !own) return;
    set(
      Object.entries(problem.theirs).map(([column, base]) => ({
        row,
        column,
        edit: choice === "mine" ? { ...own[column]!, base } : undefined,
      })),
    );
    withoutProblem(row);
  };
  return {
    save: () => work.mutate(),
    isSaving: work.isPending,
    progress,
    problems,
    result: work.data,
    error: work.error,
    decide,
    clear() {
      setProblems(new Map());
      work.reset();
    },
  };
}

const valuesOf = (edits: RowEdits): Record<string, Value> =>
  Object.fromEntries(Object.entries(edits).map(([column, { value }]) => [column, value]));

export type GridSaving = ReturnType<typeof useGridSaving<never>>;
