import { Select, Switch, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { EXPORT_TYPES, type ExportType, NEEDED } from "../../../data/import-export/import-types.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { createJob } from "../import-actions.ts";
import { useTypeName } from "./job-badge.tsx";

type Values = {
  type: ExportType;
  q: string;
  onlyPublished: boolean;
};

/** What the export is limited to. Totals of orders get a column in the form of their currency, too, and guests their names. */
const contextOf = ({ type, q, onlyPublished }: Values) => ({
  filterable_fields: {
    ...(q.trim() && { q: q.trim() }),
    ...(type === "product-export" && onlyPublished && { status: ["published"] }),
  },
  ...(type === "order-export" && { major_units: true, guest_names: true }),
});

export function ExportForm() {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const nameOf = useTypeName();
  const navigate = useNavigate();
  const types = EXPORT_TYPES.filter((type) => may(NEEDED[type]));
  const edit = useEditForm<Values, string>({
    values: { type: types[0] ?? "product-export", q: "", onlyPublished: false },
    refresh: ["batch-jobs"],
    saved: t("imports.exportStarted"),
    save: async (values) => (await createJob(api, { type: values.type, context: contextOf(values) })).id,
    onSaved: (id) => navigate({ to: "/imports/$id", params: { id } }),
  });
  return (
    <EditForm edit={edit} submit={t("imports.startExport")}>
      <Select
        label={t("imports.what")}
        data={types.map((value) => ({ value, label: nameOf(value) }))}
        allowDeselect={false}
        data-autofocus
        {...edit.form.getInputProps("type")}
      />
      <TextInput
        label={t("imports.onlyMatching")}
        description={t("imports.onlyMatchingHint")}
        {...edit.form.getInputProps("q")}
      />
      {edit.form.getValues().type === "product-export" && (
        <Switch
          label={t("imports.onlyPublished")}
          {...edit.form.getInputProps("onlyPublished", { type: "checkbox" })}
        />
      )}
    </EditForm>
  );
}
