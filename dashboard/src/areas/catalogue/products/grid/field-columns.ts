import {
  type CustomField,
  choicesOf,
  type FieldType,
  valueIn,
} from "../../../../data/platform/custom-fields/custom-field.ts";
import type { GridColumn, Value } from "../../../../kit/grid/grid-column.ts";
import type { ShopFields } from "../product-draft.ts";
import type { GridLine } from "./grid-rows.ts";

const PREFIX = "field:";

/** How a cell holds a value. Other types are edited on the page of the product. */
const KINDS: Partial<Record<FieldType, GridColumn<GridLine>["kind"]>> = {
  text: "text",
  date: "text",
  integer: "whole",
  boolean: "choice",
  choice: "choice",
  choices: "list",
};

const cellOf = ({ type }: CustomField, value: unknown): Value => {
  if (type === "boolean") return value === null ? null : String(value);
  if (type === "choices") return ((value as string[] | null) ?? []).toSorted();
  return (value as Value) ?? (KINDS[type] === "text" ? "" : null);
};

interface Texts {
  yes: string;
  no: string;
  /** Before the label of a field of variants. */
  variant: string;
}

/** A column for each field that the shop has declared for products and variants. */
export const fieldColumns = (fields: ShopFields, texts: Texts): GridColumn<GridLine>[] =>
  (["product", "variant"] as const).flatMap((of) =>
    fields[of].flatMap((field): GridColumn<GridLine>[] => {
      const kind = KINDS[field.type];
      if (!kind) return [];
      const yesOrNo = [
        { value: "true", label: texts.yes },
        { value: "false", label: texts.no },
      ];
      return [
        {
          id: `${PREFIX}${of}:${field.name}`,
          header: of === "variant" ? `${texts.variant}: ${field.label}` : field.label,
          width: 180,
          kind,
          isRequired: field.required ?? false,
          ...(field.type === "boolean" && { choices: yesOrNo }),
          ...(field.options && { choices: choicesOf(field) }),
          read: ({ product, variant }) => {
            const row = of === "variant" ? variant : variant ? undefined : product;
            return row && cellOf(field, valueIn(row, field));
          },
        },
      ];
    }),
  );

const isEmpty = (value: Value) => value === "" || (Array.isArray(value) && value.length === 0);

/** The part of a body that changes the fields of a line. */
export function changedFieldCells(changed: Readonly<Record<string, Value>>, fields: ShopFields): object {
  const values = Object.entries(changed).flatMap(([id, value]) => {
    const [, of, name] = /^field:(product|variant):(.+)$/.exec(id) ?? [];
    const field = of && fields[of as keyof ShopFields].find((each) => each.name === name);
    if (!field) return [];
    const isFlag = field.type === "boolean" && value !== null;
    return [[field.name, isEmpty(value) ? null : isFlag ? value === "true" : value]];
  });
  return values.length > 0 ? { custom_fields: Object.fromEntries(values) } : {};
}
