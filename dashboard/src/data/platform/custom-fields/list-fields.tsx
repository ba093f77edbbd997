import { lazy, Suspense, useMemo } from "react";
import { FIELD_COLUMN, orderOfField } from "../../../kit/list/field-filters.ts";
import type { RowFields } from "../../../kit/list/row-fields.ts";
import type { ExtraColumn } from "../../../kit/plugins/extra-column.ts";
import type { CustomField, FieldEntity } from "./custom-field.ts";
import { useCustomFields } from "./use-custom-fields.ts";

const Cells = lazy(async () => ({ default: (await import("./field-text.tsx")).FieldText }));
const Filters = lazy(() => import("./field-filters.tsx"));

const isSorted = ({ filter, type }: CustomField) => filter === true && type !== "choices";

function columnOf(field: CustomField): ExtraColumn {
  const { name, label, type, column } = field;
  return {
    id: `${FIELD_COLUMN}${name}`,
    label: () => label,
    isChosen: true,
    isHidden: true,
    isNumber: type === "integer" || type === "number" || type === "money",
    fields: [column ? name : `custom_fields.${name}`],
    Cell: ({ row, rowsOf }) => (
      <Suspense>
        <Cells field={field} row={row} rows={rowsOf} />
      </Suspense>
    ),
    ...(isSorted(field) && { order: orderOfField(name) }),
  };
}

/** What a list shows of the fields of its rows: columns, and filters by those that are declared for it. */
export function useListFields(entity: FieldEntity): RowFields {
  const fields = useCustomFields(entity);
  return useMemo(() => {
    const filtered = fields.filter(({ filter }) => filter);
    return {
      columns: fields.filter(({ type }) => type !== "json").map(columnOf),
      narrowing: filtered.map(({ name }) => name),
      Filters: (props) => <Filters {...props} fields={filtered} />,
    };
  }, [fields]);
}
