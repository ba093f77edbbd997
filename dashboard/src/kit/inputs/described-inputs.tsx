import { Checkbox, Select, Textarea, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FormField } from "../form/described-fields.ts";
import { useCountries } from "./countries.ts";
import { NumberInput } from "./number-input.tsx";

interface InputProps<Field extends FormField> {
  field: Field;
  label: string;
  value: unknown;
  onChange(value: unknown): void;
  /** The text of a value that can be chosen. */
  choiceText(field: Field, value: string): string;
  /** What a page adds to the input: a hint, an error, the focus. */
  more?: { description?: string; error?: string | null; autoFocus?: boolean };
}

interface Props<Field extends FormField> {
  fields: readonly Field[];
  /** The row that is edited. */
  values: object;
  onChange(changed: Record<string, unknown>): void;
  label(field: Field): string;
  choiceText?: InputProps<Field>["choiceText"];
  more?: Partial<Record<Field["name"], InputProps<Field>["more"]>>;
}

/** An input for each field, in the order of the description. */
export const DescribedInputs = <Field extends FormField>(props: Props<Field>) =>
  props.fields.map((field) => (
    <DescribedInput
      key={field.name}
      field={field}
      label={props.label(field)}
      value={(props.values as Record<string, unknown>)[field.name]}
      onChange={(value) => props.onChange({ [field.name]: value })}
      choiceText={props.choiceText ?? ((_, value) => value)}
      more={props.more?.[field.name as Field["name"]]}
    />
  ));

function DescribedInput<Field extends FormField>(props: InputProps<Field>) {
  const { field, label, value, onChange, more } = props;
  if (field.kind === "boolean")
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  if (field.kind === "number")
    return (
      <NumberInput
        label={label}
        value={(value as number | null) ?? ""}
        onChange={(number) => onChange(number === "" ? null : Number(number))}
        min={field.minimum}
        max={field.maximum}
        unit={field.unit}
        {...more}
      />
    );
  if (field.kind === "choice") return <ChoiceInput {...props} />;
  if (field.kind === "country") return <CountryInput {...props} />;
  const text = {
    label,
    value: value as string,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
    maxLength: field.maxLength,
    ...more,
  };
  if (field.kind === "long-text") return <Textarea {...text} autosize minRows={4} maxRows={14} />;
  return <TextInput {...text} required={field.isRequired} />;
}

function ChoiceInput<Field extends FormField>(props: InputProps<Field>) {
  const { field, label, value, onChange, choiceText, more } = props;
  return (
    <Select
      label={label}
      data={(field.values ?? []).map((each) => ({ value: each, label: choiceText(field, each) }))}
      value={(value as string) || null}
      onChange={(choice) => onChange(choice ?? "")}
      allowDeselect={!field.isRequired}
      clearable={!field.isRequired}
      {...more}
    />
  );
}

function CountryInput<Field extends FormField>({ label, value, onChange }: InputProps<Field>) {
  const { t } = useTranslation();
  const { countries } = useCountries();
  return (
    <Select
      label={label}
      data={countries}
      value={(value as string) || null}
      onChange={(country) => onChange(country ?? "")}
      searchable
      clearable
      nothingFoundMessage={t("find.nothing")}
    />
  );
}
