import { Group, JsonInput, MultiSelect, Select, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { MoneyInput } from "../../../kit/inputs/money-input.tsx";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { useMay } from "../../session/permissions.ts";
import { storeQuery } from "../../shop/settings-queries.ts";
import { type CustomField, choicesOf, DECIMALS } from "./custom-field.ts";
import { ReferenceInput } from "./reference-input.tsx";

interface Props {
  field: CustomField;
  value: unknown;
  error?: ReactNode;
  onChange(value: unknown): void;
}

/** The input of a field, by its type. Null: no value. */
export function FieldInput(props: Props) {
  const { t } = useTranslation();
  const { field, value, error, onChange } = props;
  const { label, description, required = false } = field;
  const common = { label, description, required, error };
  const onText = ({ currentTarget }: { currentTarget: { value: string } }) =>
    onChange(currentTarget.value === "" ? null : currentTarget.value);
  const text = (value as string | null) ?? "";
  switch (field.type) {
    case "long-text":
      return <Textarea {...common} value={text} onChange={onText} autosize minRows={3} maxRows={12} />;
    case "integer":
    case "number":
      return (
        <NumberInput
          {...common}
          value={(value as number | null) ?? ""}
          decimals={field.type === "number" ? DECIMALS : 0}
          min={field.minimum}
          max={field.maximum}
          onChange={(number) => onChange(number === "" ? null : number)}
        />
      );
    case "boolean":
      return (
        <Select
          {...common}
          data={[
            { value: "true", label: t("customFields.yes") },
            { value: "false", label: t("customFields.no") },
          ]}
          value={value === null || value === undefined ? null : String(value)}
          onChange={(chosen) => onChange(chosen === null ? null : chosen === "true")}
          clearable={!required}
          allowDeselect={!required}
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
          allowDeselect={!required}
          searchable={choicesOf(field).length > 8}
          nothingFoundMessage={t("find.nothing")}
        />
      );
    case "choices":
      return (
        <MultiSelect
          {...common}
          data={choicesOf(field)}
          value={(value as string[] | null) ?? []}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen : null)}
          searchable
          nothingFoundMessage={t("find.nothing")}
        />
      );
    case "money":
      return <MoneyFieldInput {...props} />;
    case "reference":
      return <ReferenceInput {...common} field={field} value={text || null} onChange={onChange} />;
    case "json":
      return <JsonFieldInput {...props} />;
    default:
      return <TextInput {...common} value={text} onChange={onText} />;
  }
}

interface Money {
  amount: number;
  currency_code: string;
}

/** The currencies of the shop, the usual one first. Users without the permission get that of the value. */
export function useCurrencies(): string[] {
  const { data: store } = useQuery({ ...storeQuery(useApi()), enabled: useMay()("settings:read") });
  if (!store) return [];
  const { default_currency_code: usual, currencies } = store;
  return [...new Set([usual, ...currencies.map(({ code }) => code)])];
}

function MoneyFieldInput({ field, value, error, onChange }: Props) {
  const { t } = useTranslation();
  const money = value as Money | null;
  const currencies = useCurrencies();
  const [chosen, setChosen] = useState<string | null>(null);
  const currency = money?.currency_code ?? chosen ?? currencies[0] ?? "eur";
  const choose = (code: string) => {
    setChosen(code);
    if (money) onChange({ amount: money.amount, currency_code: code });
  };
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs">
      <MoneyInput
        label={field.label}
        description={field.description}
        required={field.required ?? false}
        error={error}
        currency={currency}
        value={money?.amount ?? null}
        onChange={(amount) => onChange(amount === null ? null : { amount, currency_code: currency })}
        flex={1}
      />
      <Select
        label={t("customFields.currency")}
        description={field.description && <>&nbsp;</>}
        aria-label={t("customFields.currencyOf", { name: field.label })}
        data={[...new Set([currency, ...currencies])].map((code) => ({
          value: code,
          label: code.toUpperCase(),
        }))}
        value={currency}
        onChange={(code) => code && choose(code)}
        allowDeselect={false}
        w={100}
      />
    </Group>
  );
}

/** A text that is no JSON yet is not saved (kit/api/query-client.ts). */
function JsonFieldInput({ field, value, error, onChange }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(() =>
    value === null || value === undefined ? "" : JSON.stringify(value, null, 2),
  );
  const [isWrong, setIsWrong] = useState(false);
  const type = (typed: string) => {
    setText(typed);
    try {
      onChange(typed.trim() === "" ? null : JSON.parse(typed));
      setIsWrong(false);
    } catch {
      setIsWrong(true);
    }
  };
  return (
    <JsonInput
      label={field.label}
      description={field.description}
      required={field.required ?? false}
      error={isWrong ? t("customFields.noJson") : error}
      autosize
      minRows={3}
      maxRows={16}
      value={text}
      onChange={type}
      {...(isWrong && { "data-unreadable": true })}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
    />
  );
}
