import { useReducer } from "react";
import { isEqual } from "../form/merge.ts";
import type { Edit } from "./grid-column.ts";

export type RowEdits = Readonly<Record<string, Edit>>;

/** A cell and what is typed in it. Undefined: as it is stored. */
export interface CellEdit {
  row: string;
  column: string;
  edit: Edit | undefined;
}

interface Change {
  row: string;
  column: string;
  before: Edit | undefined;
  after: Edit | undefined;
}

interface State {
  edits: ReadonlyMap<string, RowEdits>;
  done: readonly (readonly Change[])[];
  undone: readonly (readonly Change[])[];
}

type Action =
  | { kind: "set"; cells: readonly CellEdit[] }
  | { kind: "undo" | "redo" | "clear" }
  | { kind: "forget"; rows: readonly string[] };

const EMPTY: State = { edits: new Map(), done: [], undone: [] };

function withCells(edits: State["edits"], cells: readonly CellEdit[]): State["edits"] {
  const changed = new Map(edits);
  for (const { row, column, edit } of cells) {
    const { [column]: _, ...others } = changed.get(row) ?? {};
    const next = edit ? { ...others, [column]: edit } : others;
    if (Object.keys(next).length === 0) changed.delete(row);
    else changed.set(row, next);
  }
  return changed;
}

const isChange = ({ edit }: CellEdit) => edit && (edit.error || !isEqual(edit.base, edit.value));

function reduce(state: State, action: Action): State {
  switch (action.kind) {
    case "set": {
      const cells = action.cells.map((cell) => (isChange(cell) ? cell : { ...cell, edit: undefined }));
      const step = cells.map(({ row, column, edit }) => ({
        row,
        column,
        before: state.edits.get(row)?.[column],
        after: edit,
      }));
      if (step.every(({ before, after }) => isEqual(before, after))) return state;
      return { edits: withCells(state.edits, cells), done: [...state.done, step], undone: [] };
    }
    case "undo": {
      const step = state.done.at(-1);
      if (!step) return state;
      const cells = step.map(({ row, column, before }) => ({ row, column, edit: before }));
      return {
        edits: withCells(state.edits, cells),
        done: state.done.slice(0, -1),
        undone: [...state.undone, step],
      };
    }
    case "redo": {
      const step = state.undone.at(-1);
      if (!step) return state;
      const cells = step.map(({ row, column, after }) => ({ row, column, edit: after }));
      return {
        edits: withCells(state.edits, cells),
        done: [...state.done, step],
        undone: state.undone.slice(0, -1),
      };
    }
    case "forget": {
      const saved = new Set(action.rows);
      const edits = new Map([...state.edits].filter(([row]) => !saved.has(row)));
      // What is saved cannot be undone here.
      const left = (steps: State["done"]) =>
        steps.map((step) => step.filter(({ row }) => !saved.has(row))).filter((step) => step.length > 0);
      return { edits, done: left(state.done), undone: left(state.undone) };
    }
    case "clear":
      return EMPTY;
  }
}

/** What is typed into a grid and not saved yet, with every step back and forth. */
export function useGridEdits() {
  const [state, dispatch] = useReducer(reduce, EMPTY);
  return {
    edits: state.edits,
    canUndo: state.done.length > 0,
    canRedo: state.undone.length > 0,
    set: (cells: readonly CellEdit[]) => dispatch({ kind: "set", cells }),
    undo: () => dispatch({ kind: "undo" }),
    redo: () => dispatch({ kind: "redo" }),
    forget: (rows: readonly string[]) => dispatch({ kind: "forget", rows }),
    clear: () => dispatch({ kind: "clear" }),
  };
}

export type GridEdits = ReturnType<typeof useGridEdits>;
