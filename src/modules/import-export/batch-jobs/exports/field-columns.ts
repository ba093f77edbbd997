import type { Customized } from "../../../../graph/custom-fields/declaration.ts";
import type { DeclaredFields } from "../../../../graph/custom-fields/declared-fields.ts";
import { ColumnValue, FieldValues } from "../../../../graph/custom-fields/field-values.ts";
import { fieldCell } from "../field-cells.ts";
import type { CsvColumn } from "./csv.ts";

interface FieldsOf<Line> {
  entity: Customized;
  /** `Product Field ` */
  prefix: string;
  rowOf: (line: Line) => object | null | undefined;
}

function valueIn(row: object | null | undefined, name: string): unknown {
  const { custom_fields, [name]: column } = (row ?? {}) as Record<string, unknown>;
  if (column instanceof ColumnValue) return column.value;
  return custom_fields instanceof FieldValues ? custom_fields.all[name] : null;
}

/** The fields of the shop. Files of a shop without any are those of v1. */
export const fieldColumns = <Line>(
  declared: DeclaredFields,
  { entity, prefix, rowOf }: FieldsOf<Line>,
): CsvColumn<Line>[] =>
  (declared.of(entity)?.fields ?? []).map((field) => ({
    name: `${prefix}${field.name}`,
    value: (line) => fieldCell(field, valueIn(rowOf(line), field.name)),
  }));
