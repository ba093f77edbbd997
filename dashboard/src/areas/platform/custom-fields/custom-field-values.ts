import type {
  CustomField,
  FieldEntity,
  FieldType,
} from "../../../data/platform/custom-fields/custom-field.ts";
import type { Api } from "../../../kit/api/api.ts";
import { SEARCHED, STOREFRONT_WRITES } from "./custom-field-kinds.ts";
import type { DeclaredField } from "./custom-field-queries.ts";

/** What the form of a field holds. */
export interface FieldFormValues extends Record<string, unknown> {
  entity: FieldEntity;
  name: string;
  type: FieldType;
  label: string;
  description: string;
  /** One a line: `wool = Virgin wool`. */
  options: string;
  references: FieldEntity;
  minimum: number | null;
  maximum: number | null;
  /** JSON. */
  schema: string;
  default: unknown;
  storefront: "" | "read" | "write";
  required: boolean;
  filter: boolean;
  search: boolean;
}

export const isChoice = (type: FieldType) => type === "choice" || type === "choices";

const lineOf = ({ value, label }: { value: string; label?: string }) =>
  label && label !== value ? `${value} = ${label}` : value;

export function optionsOf(text: string): { value: string; label?: string }[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [value = "", ...label] = line.split("=").map((part) => part.trim());
    return { value, ...(label.length > 0 && { label: label.join("=") }) };
  });
}

export const valuesOfForm = (field: DeclaredField | null): FieldFormValues => ({
  entity: field?.entity ?? "product",
  name: field?.name ?? "",
  type: field?.type ?? "text",
  label: field?.label ?? "",
  description: field?.description ?? "",
  options: (field?.options ?? []).map(lineOf).join("\n"),
  references: field?.references ?? "product",
  minimum: field?.minimum ?? null,
  maximum: field?.maximum ?? null,
  schema: JSON.stringify(field?.schema ?? { type: "object" }, null, 2),
  default: field?.default ?? null,
  storefront: field?.storefront ?? "",
  required: field?.required ?? false,
  filter: field?.filter ?? false,
  search: field?.search ?? false,
});

/** `Delivery date` → `delivery_date` */
export const nameFrom = (label: string): string =>
  label
    .normalize("NFD")
    .replace(/ß/g, "ss")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "")
    .slice(0, 50);

/** The field as the form declares it, for the input of its default. The server refuses choices that are there twice. */
export const draftOfField = (values: FieldFormValues, label: string): CustomField => ({
  entity: values.entity,
  name: "default",
  type: values.type,
  label,
  options: [...new Map(optionsOf(values.options).map((option) => [option.value, option])).values()],
  plugin: null,
});

/** Null removes a part that does not belong to the type any more. */
const partsOf = (values: FieldFormValues) => ({
  label: values.label.trim(),
  description: values.description.trim() || null,
  ...(isChoice(values.type) && { options: optionsOf(values.options) }),
  ...(values.type === "json" && { schema: JSON.parse(values.schema) as object }),
  ...((values.type === "integer" || values.type === "number") && {
    minimum: values.minimum,
    maximum: values.maximum,
  }),
  default: values.type === "reference" ? null : values.default,
  storefront:
    values.storefront === "write" && !STOREFRONT_WRITES.includes(values.entity)
      ? "read"
      : values.storefront || null,
  required: values.required || null,
  filter: (values.type !== "json" && values.filter) || null,
  search: (SEARCHED.includes(values.type) && values.search) || null,
});

export function saveField(api: Api, field: DeclaredField | null, values: FieldFormValues) {
  const body = partsOf(values);
  if (field) {
    const params = { path: { id: field.id! } };
    return api.POST("/admin/custom-fields/{id}", { params, body: body as never });
  }
  const { entity, type, references } = values;
  const name = values.name.trim();
  const own = { entity, name, type, ...(type === "reference" && { references }) };
  return api.POST("/admin/custom-fields", { body: { ...own, ...body } as never });
}
