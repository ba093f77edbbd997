import { Select, Text, TextInput } from "@mantine/core";
import { isEmail } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { useGivenRoles } from "./access-queries.ts";
import { useRoleTexts } from "./role-name.ts";

export function InviteForm({ hasRoles }: { hasRoles: boolean }) {
  const { t } = useTranslation();
  const api = useApi();
  const { roles, canGive } = useGivenRoles();
  const { nameOf, textOf } = useRoleTexts();
  const edit = useEditForm({
    values: { user: "", role_id: "" },
    validate: {
      user: isEmail(t("form.emailNeeded")),
      role_id: (role) => (hasRoles && role === "" ? t("form.required") : null),
    },
    save: ({ user, role_id }) =>
      // v1's own role is stored and has no effect.
      api.POST("/admin/invites", {
        body: { user, role: "member", ...(role_id && { role_id }) },
        parseAs: "text",
      }),
    fieldOf: (message) => (/account|email/i.test(message) ? "user" : undefined),
    refresh: ["team"],
    saved: t("access.team.invited"),
  });
  const { form } = edit;
  const chosen = roles.find(({ id }) => id === form.values.role_id);
  return (
    <EditForm edit={edit} submit={t("access.team.send")}>
      <TextInput
        label={t("session.email")}
        type="email"
        required
        data-autofocus
        {...form.getInputProps("user")}
      />
      <Select
        label={t("access.team.role")}
        placeholder={hasRoles ? "" : t("access.team.everything")}
        required={hasRoles}
        clearable={!hasRoles}
        data={roles.filter(canGive).map((role) => ({ value: role.id, label: nameOf(role) }))}
        value={form.values.role_id || null}
        onChange={(id) => form.setFieldValue("role_id", id ?? "")}
        error={form.errors["role_id"]}
      />
      {chosen && (
        <Text size="sm" c="dimmed">
          {textOf(chosen)}
        </Text>
      )}
    </EditForm>
  );
}
