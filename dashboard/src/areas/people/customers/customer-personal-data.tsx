import { Alert, Button, Checkbox, Group, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { showRefusal } from "../../../kit/form/show-refusal.ts";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { Card } from "../../../kit/page/card.tsx";

interface Customer {
  id: string;
  email: string;
}

/** What a person may ask a shop for: a copy of the data, and its erasure. */
export function CustomerPersonalData({ customer }: { customer: Customer }) {
  const { t } = useTranslation();
  const may = useMay();
  const dialog = useDialog<null>();
  if (!may("personal-data:read") && !may("personal-data:write")) return null;
  return (
    <Card title={t("personal.title")} text={t("personal.about")}>
      <Group gap="xs">
        {may("personal-data:read") && <DownloadButton customer={customer} />}
        {may("personal-data:write") && (
          <Button variant="default" onClick={() => dialog.open(null)}>
            {t("personal.erase")}
          </Button>
        )}
      </Group>
      <FormDialog title={t("personal.eraseTitle")} opened={dialog.opened} onClose={dialog.close}>
        <EraseForm customer={customer} />
      </FormDialog>
    </Card>
  );
}

function DownloadButton({ customer: { id, email } }: { customer: Customer }) {
  const { t } = useTranslation();
  const api = useApi();
  const work = useMutation({
    mutationFn: async () =>
      (await api.GET("/admin/customers/{id}/personal-data", { params: { path: { id } } })).data!
        .personal_data,
    onSuccess: (data) => saveFile(`${email}.json`, JSON.stringify(data, null, 2)),
    onError: (error) => showRefusal(error, t),
  });
  return (
    <Button variant="default" loading={work.isPending} onClick={() => work.mutate()}>
      {t("personal.download")}
    </Button>
  );
}

function saveFile(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function EraseForm({ customer: { id, email } }: { customer: Customer }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const isSame = (typed: string) => typed.trim().toLowerCase() === email.toLowerCase();
  const edit = useEditForm({
    values: { email: "", force: false },
    validate: { email: (typed) => (isSame(typed) ? null : t("personal.otherEmail")) },
    refresh: ["customers", "customer", "orders", "order"],
    saved: t("personal.erased"),
    save: async ({ email: typed, force }) =>
      api.POST("/admin/customers/{id}/erase", {
        params: { path: { id } },
        body: { email: typed.trim(), force },
      }),
    onSaved: () => navigate({ to: "/customers" }),
  });
  return (
    <EditForm edit={edit} submit={t("personal.eraseNow")}>
      <Alert color="red">{t("personal.eraseText")}</Alert>
      <TextInput
        label={t("personal.typeEmail", { email })}
        autoComplete="off"
        data-autofocus
        {...edit.form.getInputProps("email")}
      />
      <Checkbox
        label={t("personal.force")}
        description={t("personal.forceHelp")}
        {...edit.form.getInputProps("force", { type: "checkbox" })}
      />
      {edit.isSaving && (
        <Text role="status" c="dimmed">
          {t("personal.running")}
        </Text>
      )}
    </EditForm>
  );
}
