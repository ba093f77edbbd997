import { Select, Textarea, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";

export type Reason = Pick<
  Schemas["ReturnReason"],
  "id" | "value" | "label" | "description" | "parent_return_reason_id"
>;

interface Props {
  reason: Reason | null;
  /** Reasons that a new one can be below. */
  parents: readonly Reason[];
}

export function ReasonForm({ reason, parents }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const required = isNotEmpty(t("form.required"));
  const edit = useEditForm({
    values: {
      label: reason?.label ?? "",
      value: reason?.value ?? "",
      description: reason?.description ?? "",
      parent_return_reason_id: reason?.parent_return_reason_id ?? "",
    },
    validate: { label: required, value: required },
    save({ parent_return_reason_id, description, ...given }) {
      const body = { ...given, description: description.trim() || null };
      return reason
        ? api.POST("/admin/return-reasons/{id}", { params: { path: { id: reason.id } }, body })
        : api.POST("/admin/return-reasons", {
            body: { ...body, ...(parent_return_reason_id && { parent_return_reason_id }) },
          });
    },
    fieldOf: (message) => (/value/i.test(message) ? "value" : undefined),
    refresh: ["return-reasons"],
  });
  const { form } = edit;
  return (
    <EditForm edit={edit} submit={reason ? t("action.save") : t("action.create")}>
      <TextInput
        label={t("settings.reasons.label")}
        description={t("settings.reasons.labelText")}
        required
        data-autofocus
        {...form.getInputProps("label")}
      />
      <TextInput
        label={t("settings.reasons.value")}
        description={t("settings.reasons.valueText")}
        required
        {...form.getInputProps("value")}
      />
      <Textarea
        label={t("settings.channels.description")}
        autosize
        minRows={2}
        {...form.getInputProps("description")}
      />
      {reason === null && (
        <Select
          label={t("settings.reasons.parent")}
          placeholder={t("settings.reasons.noParent")}
          data={parents.map(({ id, label }) => ({ value: id, label }))}
          clearable
          value={form.values.parent_return_reason_id || null}
          onChange={(id) => form.setFieldValue("parent_return_reason_id", id ?? "")}
          error={form.errors["parent_return_reason_id"]}
        />
      )}
    </EditForm>
  );
}
