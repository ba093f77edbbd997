import type { TFunction } from "i18next";
import { amountMessage } from "../format/amount-message.ts";
import type { Edit, GridColumn } from "./grid-column.ts";

interface Typed {
  column: Pick<GridColumn<never>, "kind" | "currency">;
  edit: Edit | undefined;
  language: string;
}

/** Why what was typed is no value of the column. Undefined: it is one. */
export function cellProblem(t: TFunction, { column, edit, language }: Typed): string | undefined {
  if (!edit?.error) return undefined;
  switch (edit.error) {
    case "whole":
    case "negative":
    case "choice":
    case "required":
      return t(`amount.${edit.error}`);
    default: {
      const currency = column.kind === "money" ? column.currency : undefined;
      return amountMessage(t, edit.error, { text: edit.text ?? "", currency, language });
    }
  }
}
