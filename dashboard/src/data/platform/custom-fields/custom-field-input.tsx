import { Checkbox, Group, JsonInput, MultiSelect, Select, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { type CustomField, choicesOf } from "./custom-field-queries.ts";

interface Props {
  field: CustomField;
  value: unknown;
  error?: string | null;
  onChange(value: unknown): void;
}

/** The input of a field, by its type. Null: no value. */
export function CustomFieldInput({ field, value, error, onChange }: Props) {
  const { label, description, required } = field;
  const common = { label, description, required: required ?? false, error };
  const onText = ({ currentTarget }: { currentTarget: { value: string } }) =>
    onChange(currentTarget.value === "" ? null : currentTarget.value);
  const text = (value as string | null) ?? "";
  switch (field.type) {
    case "long-text":
      return <Textarea {...common} value={text} onChange={onText} autosize minRows={3} maxRows={12} />;
    case "integer":
      return (
        <NumberInput
          {...common}
          value={(value as number | null) ?? ""}
          min={field.minimum}
          max={field.maximum}
          onChange={(number) => onChange(number === "" ? null : number)}
        />
      );
    case "boolean":
      return (
        <Checkbox
          label={label}
          description={description}
          error={error}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case "date":
      return <TextInput {...common} type="date" value={text} onChange={onText} />;
    case "choice":
      return (
        <Select
          {...common}
          data={choicesOf(field)}
          value={text || null}
          onChange={onChange}
          clearable={!required}
          searchable
        />
      );
    case "choices":
      return (
        <MultiSelect
          {...common}
          data={choicesOf(field)}
          value={(value as string[] | null) ?? []}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen : null)}
        />
      );
    case "money":
      return <MoneyFieldInput field={field} value={value} error={error ?? null} onChange={onChange} />;
    case "json":
      return <JsonFieldInput field={field} value={value} error={error ?? null} onChange={onChange} />;
    default:
      return <TextInput {...common} value={text} onChange={onText} maxLength={1_000} />;
  }
}

interface Money {
  amount: number | null;
  currency_code: string;
}

function MoneyFieldInput({ field, value, error, onChange }: Props) {
  const { t } = useTranslation();
  const { amount, currency_code } = (value as Money | null) ?? { amount: null, currency_code: "eur" };
  const change = (money: Money) => onChange(money.amount === null ? null : money);
  return (
    <Group align="flex-start" wrap="nowrap">
      <MoneyInput
        label={field.label}
        description={field.description}
        error={error}
        currency={currency_code}
        value={amount}
        onChange={(next) => change({ amount: next, currency_code })}
      />
      <TextInput
        label={t("customFields.currency")}
        aria-label={t("customFields.currencyOf", { name: field.label })}
        w={90}
        maxLength={3}
        value={currency_code}
        onChange={({ currentTarget }) =>
          onChange({ amount: amount ?? 0, currency_code: currentTarget.value.toLowerCase() })
        }
      />
    </Group>
  );
}

/** What is typed is JSON only at the end of the typing: then it is the value. */
function JsonFieldInput({ field, value, error, onChange }: Props) {
  const read = (text: string) => {
    if (text.trim() === "") return onChange(null);
    try {
      onChange(JSON.parse(text));
    } catch {
      // The server is not asked for half of a value.
    }
  };
  return (
    <JsonInput
      label={field.label}
      description={field.description}
      error={error}
      autosize
      minRows={3}
      formatOnBlur
      defaultValue={value === null || value === undefined ? "" : JSON.stringify(value, null, 2)}
      onChange={read}
    />
  );
}
