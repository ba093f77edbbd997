import { Checkbox, JsonInput, Select, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { DECIMALS } from "../../../data/platform/custom-fields/custom-field.ts";
import { FieldInput } from "../../../data/platform/custom-fields/field-input.tsx";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { type EditedForm, useEditForm } from "../../../kit/form/use-edit-form.ts";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { ENTITIES, SEARCHED, STOREFRONT_WRITES, TYPES } from "./custom-field-kinds.ts";
import { type DeclaredField, SHOWN_IN } from "./custom-field-queries.ts";
import {
  draftOfField,
  type FieldFormValues,
  isChoice,
  nameFrom,
  saveField,
  valuesOfForm,
} from "./custom-field-values.ts";

interface PartProps {
  form: EditedForm<FieldFormValues>["form"];
  /** Name, type and place are for good. */
  isNew: boolean;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Declares a field, or changes what can be changed of it. */
export function CustomFieldForm({ field }: { field: DeclaredField | null }) {
  const { t } = useTranslation();
  const api = useApi();
  const required = isNotEmpty(t("form.required"));
  const values = valuesOfForm(field);
  const edit = useEditForm<FieldFormValues, unknown>({
    values,
    validate: {
      name: required,
      label: required,
      options: (text: string, { type }: FieldFormValues) =>
        isChoice(type) && text.trim() === "" ? t("form.required") : null,
      schema: (text: string, { type }: FieldFormValues) =>
        type === "json" && !isJson(text) ? t("customFields.noJson") : null,
    },
    save: (given) => saveField(api, field, given),
    fieldOf(message) {
      const [first = ""] = /^\w+/.exec(message) ?? [];
      return first in values ? first : undefined;
    },
    refresh: SHOWN_IN,
  });
  const part = { form: edit.form, isNew: field === null };
  return (
    <EditForm edit={edit} submit={field ? t("action.save") : t("action.create")}>
      <Identity {...part} />
      <Values {...part} />
      <Textarea
        label={t("customFields.description")}
        description={t("customFields.descriptionText")}
        autosize
        {...edit.form.getInputProps("description")}
      />
      <Effects {...part} />
    </EditForm>
  );
}

function Identity({ form, isNew }: PartProps) {
  const { t } = useTranslation();
  const { label, name, entity, type } = form.values;
  return (
    <>
      <TextInput
        label={t("customFields.label")}
        description={t("customFields.labelText")}
        required
        data-autofocus
        {...form.getInputProps("label")}
        onChange={({ currentTarget: { value } }) => {
          // The name follows until it is typed.
          if (isNew && name === nameFrom(label)) form.setFieldValue("name", nameFrom(value));
          form.setFieldValue("label", value);
        }}
      />
      {isNew ? (
        <NewIdentity form={form} />
      ) : (
        <Text size="sm">
          {[t(`customFields.entities.${entity}`), t(`customFields.types.${type}`), name].join(" · ")}
        </Text>
      )}
    </>
  );
}

/** What is for good. */
function NewIdentity({ form }: Pick<PartProps, "form">) {
  const { t } = useTranslation();
  const entities = ENTITIES.map((value) => ({ value, label: t(`customFields.entities.${value}`) }));
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label={t("customFields.entity")}
          data={entities}
          allowDeselect={false}
          {...form.getInputProps("entity")}
        />
        <Select
          label={t("customFields.type")}
          data={TYPES.map((value) => ({ value, label: t(`customFields.types.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps("type")}
          onChange={(type) => form.setValues({ type: type as FieldFormValues["type"], default: null })}
        />
      </SimpleGrid>
      <TextInput
        label={t("customFields.name")}
        description={t("customFields.nameText")}
        required
        {...form.getInputProps("name")}
      />
    </>
  );
}

/** Which values the field takes. */
function Values({ form, isNew }: PartProps) {
  const { t } = useTranslation();
  const { type, options, minimum, maximum } = form.values;
  return (
    <>
      {isChoice(type) && (
        <Textarea
          label={t("customFields.options")}
          description={t("customFields.optionsText")}
          required
          autosize
          minRows={3}
          {...form.getInputProps("options")}
        />
      )}
      {(type === "integer" || type === "number") && (
        <SimpleGrid cols={2}>
          {(["minimum", "maximum"] as const).map((limit) => (
            <NumberInput
              key={limit}
              label={t(`customFields.${limit}`)}
              decimals={type === "number" ? DECIMALS : 0}
              value={{ minimum, maximum }[limit]}
              onChange={(number) => form.setFieldValue(limit, number === "" ? null : number)}
              error={form.errors[limit]}
            />
          ))}
        </SimpleGrid>
      )}
      {type === "reference" && (
        <Select
          label={t("customFields.references")}
          data={ENTITIES.map((value) => ({ value, label: t(`customFields.entities.${value}`) }))}
          allowDeselect={false}
          disabled={!isNew}
          {...form.getInputProps("references")}
        />
      )}
      {type === "json" && (
        <JsonInput
          label={t("customFields.schema")}
          description={t("customFields.schemaText")}
          autosize
          minRows={3}
          {...form.getInputProps("schema")}
        />
      )}
      {type !== "reference" && (
        <FieldInput
          key={`${type} ${options}`}
          field={{
            ...draftOfField(form.values, t("customFields.default")),
            description: t("customFields.defaultText"),
          }}
          value={form.values.default}
          error={form.errors["default"]}
          onChange={(value) => form.setFieldValue("default", value)}
        />
      )}
    </>
  );
}

/** What the field does. */
function Effects({ form }: PartProps) {
  const { t } = useTranslation();
  const { type, entity, storefront } = form.values;
  const mayWrite = STOREFRONT_WRITES.includes(entity);
  const checkbox = (name: "required" | "filter" | "search") => (
    <Checkbox
      label={t(`customFields.${name}`)}
      description={t(`customFields.${name}Text`)}
      {...form.getInputProps(name, { type: "checkbox" })}
    />
  );
  return (
    <>
      <Select
        label={t("customFields.storefront")}
        description={t("customFields.storefrontText")}
        data={[
          { value: "", label: t("customFields.hidden") },
          { value: "read", label: t("customFields.read") },
          ...(mayWrite ? [{ value: "write", label: t("customFields.write") }] : []),
        ]}
        allowDeselect={false}
        {...form.getInputProps("storefront")}
        value={storefront === "write" && !mayWrite ? "read" : storefront}
      />
      {checkbox("required")}
      {type !== "json" && checkbox("filter")}
      {SEARCHED.includes(type) && checkbox("search")}
    </>
  );
}
