import { Checkbox, Select, TagsInput, Textarea, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useTranslation } from "react-i18next";
import type { CustomField } from "../../../data/platform/custom-fields/custom-field-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { ENTITIES, STOREFRONT_WRITES, TYPES } from "./custom-field-kinds.ts";

const isChoice = (type: string) => type === "choice" || type === "choices";

/** The parts of a field that a user declares. A JSON schema is declared by the API. */
export function CustomFieldForm({ field }: { field: CustomField | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const required = isNotEmpty(t("form.required"));
  const edit = useEditForm({
    values: {
      entity: field?.entity ?? "product",
      name: field?.name ?? "",
      type: field?.type ?? "text",
      label: field?.label ?? "",
      description: field?.description ?? "",
      options: (field?.options ?? []).map((option) => (typeof option === "string" ? option : option.value)),
      references: field?.references ?? "product",
      storefront: field?.storefront ?? "",
      required: field?.required ?? false,
      filter: field?.filter ?? false,
      search: field?.search ?? false,
    },
    validate: { name: required, label: required },
    save({ entity, name, type, references, options, storefront, ...parts }) {
      const body = {
        ...parts,
        description: parts.description.trim() || null,
        storefront: (storefront || null) as "read" | "write" | null,
        ...(isChoice(type) && { options: options.map((value) => optionOf(field, value)) }),
      };
      if (field) {
        const path = { id: field.id! };
        return api.POST("/admin/custom-fields/{id}", { params: { path }, body: body as never });
      }
      const own = { entity, name, type, ...(type === "reference" && { references }) };
      return api.POST("/admin/custom-fields", { body: { ...own, ...body } as never });
    },
    fieldOf: (message) => (/^name/.test(message) ? "name" : /^options/.test(message) ? "options" : undefined),
    refresh: ["custom-fields"],
  });
  const { form } = edit;
  const { type, entity } = form.values;
  const mayWrite = STOREFRONT_WRITES.includes(entity);
  const checkbox = (name: "required" | "filter" | "search") => (
    <Checkbox label={t(`customFields.${name}`)} {...form.getInputProps(name, { type: "checkbox" })} />
  );
  return (
    <EditForm edit={edit} submit={field ? t("action.save") : t("action.create")}>
      <Select
        label={t("customFields.entity")}
        data={ENTITIES.map((each) => ({ value: each, label: t(`customFields.entities.${each}`) }))}
        allowDeselect={false}
        disabled={field !== null}
        {...form.getInputProps("entity")}
      />
      <TextInput label={t("customFields.label")} required data-autofocus {...form.getInputProps("label")} />
      <TextInput
        label={t("customFields.name")}
        description={t("customFields.nameText")}
        required
        disabled={field !== null}
        {...form.getInputProps("name")}
      />
      <Select
        label={t("customFields.type")}
        data={TYPES.map((each) => ({ value: each, label: t(`customFields.types.${each}`) }))}
        allowDeselect={false}
        disabled={field !== null}
        {...form.getInputProps("type")}
      />
      {isChoice(type) && <TagsInput label={t("customFields.options")} {...form.getInputProps("options")} />}
      {type === "reference" && (
        <Select
          label={t("customFields.references")}
          data={ENTITIES.map((each) => ({ value: each, label: t(`customFields.entities.${each}`) }))}
          allowDeselect={false}
          disabled={field !== null}
          {...form.getInputProps("references")}
        />
      )}
      <Textarea label={t("customFields.description")} autosize {...form.getInputProps("description")} />
      <Select
        label={t("customFields.storefront")}
        data={[
          { value: "", label: t("customFields.hidden") },
          { value: "read", label: t("customFields.read") },
          ...(mayWrite ? [{ value: "write", label: t("customFields.write") }] : []),
        ]}
        allowDeselect={false}
        {...form.getInputProps("storefront")}
      />
      {checkbox("required")}
      {type !== "json" && checkbox("filter")}
      {["text", "long-text", "choice"].includes(type) && checkbox("search")}
    </EditForm>
  );
}

/** A choice that was declared with a label keeps it. */
const optionOf = (field: CustomField | null, value: string) =>
  field?.options?.find((option) => typeof option !== "string" && option.value === value) ?? value;
