import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { FormDialog } from "../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../kit/form/edit-form.tsx";
import { useEditForm } from "../../kit/form/use-edit-form.ts";
import { ColleagueSelect } from "./colleague-select.tsx";

/** One user for all selected orders. */
export function BulkAssign({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="compact-md" variant="light" disabled={ids.length === 0} onClick={() => setIsOpen(true)}>
        {t("assignee.assign")}
      </Button>
      <FormDialog
        opened={isOpen}
        title={t("assignee.assignTitle", { count: ids.length })}
        onClose={() => setIsOpen(false)}
      >
        <AssignForm ids={ids} />
      </FormDialog>
    </>
  );
}

function AssignForm({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const edit = useEditForm({
    values: { user_id: null as string | null },
    refresh: ["orders", "order"],
    saved: t("assignee.saved"),
    save: ({ user_id }) =>
      api.POST("/admin/order-assignees", { body: { order_ids: [...ids], user_id: user_id || null } }),
  });
  return (
    <EditForm edit={edit} submit={t("assignee.assign")}>
      <ColleagueSelect
        label={t("assignee.to")}
        placeholder={t("assignee.none")}
        clearable
        {...edit.form.getInputProps("user_id")}
      />
    </EditForm>
  );
}
