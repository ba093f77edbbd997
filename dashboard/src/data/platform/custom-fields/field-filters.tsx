import { MultiSelect, Select, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import type { FieldFilter, FieldOperator } from "../../../kit/list/field-filters.ts";
import { SearchInput } from "../../../kit/list/search-input.tsx";
import { type CustomField, choicesOf, DECIMALS } from "./custom-field.ts";
import { useCurrencies } from "./field-input.tsx";
import { ReferenceInput } from "./reference-input.tsx";

interface Props {
  fields: readonly CustomField[];
  filters: readonly FieldFilter[];
  onChange(filters: readonly FieldFilter[]): void;
}

/** An input for each field that filters. */
export default function FieldFilters({ fields, filters, onChange }: Props) {
  return fields.map((field) => (
    <FieldFilterInput
      key={field.name}
      field={field}
      valuesOf={(operator) =>
        filters
          .filter((each) => each.name === field.name && each.operator === operator)
          .map(({ value }) => value)
      }
      set={(operator, values) => {
        const others = filters.filter((each) => each.name !== field.name || each.operator !== operator);
        onChange([...others, ...values.map((value) => ({ name: field.name, operator, value }))]);
      }}
    />
  ));
}

interface FilterProps {
  field: CustomField;
  valuesOf(operator: FieldOperator): string[];
  set(operator: FieldOperator, values: readonly string[]): void;
}

const WIDE = { base: "100%", sm: 220 };
const HALF = { base: "calc(50% - 6px)", sm: 170 };

function FieldFilterInput(props: FilterProps) {
  const { t } = useTranslation();
  const { field, valuesOf, set } = props;
  const { label, type } = field;
  const [is] = valuesOf("is");
  const one = (value: string | null) => set("is", value ? [value] : []);
  switch (type) {
    case "choice":
    case "choices":
      return (
        <MultiSelect
          label={label}
          {...(is === undefined && { placeholder: t("table.all") })}
          data={choicesOf(field)}
          value={valuesOf("is")}
          onChange={(chosen) => set("is", chosen)}
          clearable
          w={WIDE}
        />
      );
    case "boolean":
      return (
        <Select
          label={label}
          placeholder={t("table.all")}
          data={[
            { value: "true", label: t("customFields.yes") },
            { value: "false", label: t("customFields.no") },
          ]}
          value={is ?? null}
          onChange={one}
          clearable
          w={{ base: "100%", sm: 150 }}
        />
      );
    case "reference":
      return <ReferenceInput field={field} label={label} value={is ?? null} onChange={one} w={WIDE} />;
    case "integer":
    case "number":
    case "money":
    case "date":
      return (
        <>
          <Limit {...props} operator="gte" label={t("customFields.from", { name: label })} />
          <Limit {...props} operator="lte" label={t("customFields.to", { name: label })} />
        </>
      );
    default:
      return (
        <SearchInput
          label={label}
          value={valuesOf("contains")[0]}
          onFind={(typed) => set("contains", typed ? [typed] : [])}
          w={WIDE}
        />
      );
  }
}

/** One end of a range. */
function Limit({
  field,
  valuesOf,
  set,
  operator,
  label,
}: FilterProps & { operator: "gte" | "lte"; label: string }) {
  const [currency = "eur"] = useCurrencies();
  const [value] = valuesOf(operator);
  const number = value === undefined || !/^-?\d+(\.\d+)?$/.test(value) ? null : Number(value);
  const change = (limit: number | string | null) =>
    set(operator, limit === null || limit === "" ? [] : [String(limit)]);
  if (field.type === "date")
    return (
      <TextInput
        type="date"
        label={label}
        value={value ?? ""}
        onChange={({ currentTarget }) => change(currentTarget.value)}
        w={HALF}
      />
    );
  if (field.type === "money")
    return <MoneyInput label={label} currency={currency} value={number} onChange={change} w={HALF} />;
  const decimals = field.type === "number" ? DECIMALS : 0;
  return <NumberInput label={label} value={number} decimals={decimals} onChange={change} w={HALF} />;
}
