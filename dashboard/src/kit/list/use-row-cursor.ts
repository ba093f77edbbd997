import { useEffect, useRef, useState } from "react";
import { openerOf } from "./open-row.ts";

const FIELDS =
  "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=listbox]";
const PRESSED = "a, button, [role=menuitem], [role=tab]";

interface Keys {
  ids: readonly string[];
  toggle(id: string): void;
}

/**
 * j and k move through the rows of a list, Enter opens the row, x selects it, / goes to the search field. Not while the user types, or
 * while a dialog is open.
 */
export function useRowCursor({ ids, toggle }: Keys) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [active, setActive] = useState(-1);
  const place = Math.min(active, ids.length - 1);
  useEffect(() => {
    const go = (by: number) => {
      const next = Math.min(ids.length - 1, Math.max(0, place + by));
      setActive(next);
      body.current?.rows[next]?.scrollIntoView({ block: "nearest" });
    };
    const acts: Record<string, () => void> = {
      j: () => go(1),
      k: () => go(-1),
      Enter: () => openerOf(body.current?.rows[place])?.click(),
      x: () => ids[place] !== undefined && toggle(ids[place]),
      "/": () => document.querySelector<HTMLElement>("main [data-finds]")?.focus(),
    };
    const onKey = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const act = acts[key];
      if (!act || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(FIELDS)) return;
      if (document.querySelector("[role=dialog][aria-modal=true]")) return;
      if (key === "Enter" && (place < 0 || (target instanceof Element && target.closest(PRESSED)))) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [ids, place, toggle]);
  return { body, active: place };
}
