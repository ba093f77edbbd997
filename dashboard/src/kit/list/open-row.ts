import type { MouseEvent } from "react";

const OWN_WORK =
  "a, button, input, select, textarea, label, summary, [role=button], [role=menuitem], [role=checkbox]";

/** What a row opens: its first link, or its button that opens a drawer. */
export const openerOf = (row: Element | null | undefined) =>
  row?.querySelector<HTMLElement>("a[href], [data-opens]");

/** A click anywhere in a row follows its link, with the keys that open another tab. Links and fields in the row do their own work. */
export function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget: row, ctrlKey, metaKey, shiftKey } = event;
  if (!(target instanceof Element) || !row.contains(target) || target.closest(OWN_WORK)) return;
  // The user has selected text, to copy it.
  if (getSelection()?.toString()) return;
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey };
  openerOf(row)?.dispatchEvent(new window.MouseEvent("click", click));
}
