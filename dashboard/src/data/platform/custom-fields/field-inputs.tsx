import { Fieldset } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { CustomField, FieldValues } from "./custom-field.ts";
import { errorText } from "./field-errors.ts";
import { FieldInput } from "./field-input.tsx";

export interface FieldInputsProps {
  fields: readonly CustomField[];
  values: FieldValues;
  errorOf(name: string): ReactNode;
  onChange(name: string, value: unknown): void;
}

/** An input for each field. */
export default function FieldInputs({ fields, values, errorOf, onChange }: FieldInputsProps) {
  const { t } = useTranslation();
  return fields.map((field) => (
    <Fieldset key={field.name} variant="unstyled" disabled={field.computed ?? false}>
      <FieldInput
        field={field}
        value={values[field.name]}
        error={errorText(errorOf(field.name), field, t)}
        onChange={(value) => onChange(field.name, value)}
      />
    </Fieldset>
  ));
}
