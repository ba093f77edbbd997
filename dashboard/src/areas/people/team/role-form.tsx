import { Textarea, TextInput } from "@mantine/core";
import { isNotEmpty } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import type { operations } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { permissionsQuery, useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { Loaded } from "../../../kit/page/section-page.tsx";
import { allPermissionsQuery, type Role, useGivenRoles } from "./access-queries.ts";
import { PermissionMatrix } from "./permission-matrix.tsx";

type Named = NonNullable<
  operations["createAdminRole"]["requestBody"]
>["content"]["application/json"]["permissions"][number];

interface Props {
  /** Null: a new one. */
  edited: Role | null;
  /** The role that a new one begins with. */
  template: Role | null;
  onSaved?(role: Role): unknown;
}

export function RoleForm(props: Props) {
  const permissions = useQuery(allPermissionsQuery(useApi()));
  return (
    <Loaded of={permissions} isPart>
      {(all) => <RoleFields {...props} all={all} />}
    </Loaded>
  );
}

/** The owner has `*`: all that there are. */
const named = (role: Role | null, all: readonly string[]): string[] =>
  role?.permissions.includes("*") ? [...all] : [...(role?.permissions ?? [])];

function RoleFields({ edited: role, template, onSaved, all }: Props & { all: readonly string[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const { canGive } = useGivenRoles();
  const { data: own = new Set<string>() } = useQuery(permissionsQuery(api));
  const edit = useEditForm({
    values: {
      name: role?.name ?? "",
      description: role?.description ?? "",
      permissions: named(role ?? template, all).filter((each) => role !== null || own.has(each)),
    },
    validate: { name: isNotEmpty(t("form.required")) },
    ...(role && {
      version: {
        read: role.updated_at,
        async now() {
          const { data } = await api.GET("/admin/roles/{id}", { params: { path: { id: role.id } } });
          return data!.role.updated_at;
        },
      },
    }),
    async save({ name, description, permissions }) {
      const body = { name, description: description.trim() || null, permissions: permissions as Named[] };
      const { data } = role
        ? await api.POST("/admin/roles/{id}", { params: { path: { id: role.id } }, body })
        : await api.POST("/admin/roles", { body });
      return data!.role;
    },
    fieldOf: (message) => (/name/i.test(message) ? "name" : undefined),
    refresh: ["team", "session"],
    ...(onSaved && { onSaved }),
  });
  const { form } = edit;
  const isOwn = !role?.is_built_in;
  const mayEdit = may("team:write") && isOwn && (role === null || canGive(role));
  return (
    <EditForm edit={edit} mayEdit={mayEdit} submit={role ? t("action.save") : t("access.roles.create")}>
      {isOwn && (
        <>
          <TextInput label={t("settings.name")} required {...form.getInputProps("name")} />
          <Textarea
            label={t("settings.channels.description")}
            autosize
            {...form.getInputProps("description")}
          />
        </>
      )}
      <PermissionMatrix
        all={all}
        granted={form.values.permissions}
        canGrant={(permission) => mayEdit && own.has(permission)}
        onChange={(permissions) => form.setFieldValue("permissions", permissions)}
      />
    </EditForm>
  );
}
