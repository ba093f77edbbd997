import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { type Format, useFormat } from "../../../kit/format/format.ts";
import { type CustomField, choicesOf, valueIn } from "./custom-field.ts";
import { isNamed, type NamedEntity, namesQuery } from "./references.ts";

const LONG = 80;
const WIDE = 30;

/** A value as people read it. References are shown by ReferenceText. */
export function textOfField(
  field: CustomField,
  value: unknown,
  { t, format }: { t: TFunction; format: Format },
) {
  if (value === null || value === undefined) return "–";
  const labelOf = (choice: string) => choicesOf(field).find((each) => each.value === choice)?.label ?? choice;
  switch (field.type) {
    case "integer":
    case "number":
      return format.number(value as number);
    case "money": {
      const { amount, currency_code } = value as { amount: number; currency_code: string };
      return format.money(amount, currency_code);
    }
    case "boolean":
      return t(value ? "customFields.yes" : "customFields.no");
    case "date":
      // A day is the same day everywhere.
      return format.date(`${String(value).slice(0, 10)}T00:00:00`);
    case "choice":
      return labelOf(value as string);
    case "choices":
      return (value as string[]).map(labelOf).join(", ");
    case "json":
      return short(JSON.stringify(value));
    default:
      return short(String(value));
  }
}

const short = (text: string) => (text.length > LONG ? `${text.slice(0, LONG)}…` : text);

interface Props {
  field: CustomField;
  row: object;
  /** The rows beside it: the names of all that they point to are read at once. */
  rows(): readonly object[];
}

export function FieldText({ field, row, rows }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const value = valueIn(row, field);
  if (field.type === "reference" && typeof value === "string" && isNamed(field.references)) {
    const ids = rows().flatMap((each) => (valueIn(each, field) as string | null) ?? []);
    return <ReferenceText entity={field.references} id={value} ids={ids} />;
  }
  const text = textOfField(field, value, { t, format });
  // A column of long texts is not squeezed to one word a line.
  return text.length > WIDE ? <span style={{ display: "inline-block", minWidth: 180 }}>{text}</span> : text;
}

function ReferenceText({ entity, id, ids }: { entity: NamedEntity; id: string; ids: readonly string[] }) {
  const { data: names = [] } = useQuery(namesQuery(useApi(), entity, ids));
  return <>{names.find(({ value }) => value === id)?.label ?? id}</>;
}
