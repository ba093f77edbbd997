import { lazy, type ReactNode, Suspense } from "react";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import type { FieldEntity, FieldValues } from "./custom-field.ts";
import type { FieldInputsProps } from "./field-inputs.tsx";
import { useCustomFields } from "./use-custom-fields.ts";

const Inputs = lazy(() => import("./field-inputs.tsx"));

/** An input for each field. A shop without fields does not load them. */
export function FieldInputs(props: FieldInputsProps) {
  if (props.fields.length === 0) return null;
  return (
    <Suspense fallback={<PageLoading />}>
      <Inputs {...props} />
    </Suspense>
  );
}

interface FormProps {
  entity: FieldEntity;
  /** Of `useEditForm`: the values have `custom_fields`. */
  form: {
    values: { custom_fields: FieldValues };
    errors: Record<string, ReactNode>;
    // biome-ignore lint/suspicious/noExplicitAny: paths of a form are typed by its values
    setFieldValue(path: any, value: any): void;
  };
}

/** The fields in a form. */
export function FormFields({ entity, form }: FormProps) {
  return (
    <FieldInputs
      fields={useCustomFields(entity)}
      values={form.values.custom_fields}
      errorOf={(name) => form.errors[`custom_fields.${name}`]}
      onChange={(name, value) => form.setFieldValue(`custom_fields.${name}`, value)}
    />
  );
}
