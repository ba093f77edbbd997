import { Badge, Group, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { userQuery } from "../../../data/session/session-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Loaded } from "../../../kit/page/section-page.tsx";
import { personName, type User, useGivenRoles, usersQuery } from "./access-queries.ts";
import { useRoleTexts } from "./role-name.ts";

interface Props {
  assignments: readonly { user_id: string | null; role_id: string }[];
  /** Whether any user has a role: only then roles count. */
  hasRoles: boolean;
}

export function UsersTable({ assignments, hasRoles }: Props) {
  const { t } = useTranslation();
  const users = useQuery(usersQuery(useApi()));
  const columns = useColumns({ assignments, hasRoles });
  return (
    <Loaded of={users} isPart>
      {(data) => <RowsTable caption={t("access.team.users")} rows={data} columns={columns} empty="–" />}
    </Loaded>
  );
}

function useColumns({ assignments, hasRoles }: Props): Column<User>[] {
  const { t } = useTranslation();
  const may = useMay()("team:write");
  const { data: self } = useQuery(userQuery(useApi()));
  const remove = useRemoveUser();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("settings.name"),
        cell: (user) => (
          <div>
            <Group gap="xs">
              {personName(user)}
              {user.id === self?.id && <Badge variant="light">{t("access.team.you")}</Badge>}
            </Group>
            {personName(user) !== user.email && (
              <Text size="sm" c="dimmed">
                {user.email}
              </Text>
            )}
          </div>
        ),
      },
      {
        id: "role",
        header: t("access.team.role"),
        cell: (user) => (
          <RoleChoice
            user={user}
            isSelf={user.id === self?.id}
            hasRoles={hasRoles}
            roleId={assignments.find(({ user_id }) => user_id === user.id)?.role_id ?? null}
          />
        ),
      },
      {
        id: "buttons",
        header: "",
        cell: (user) =>
          may && user.id !== self?.id && <RowButtons name={user.email} onRemove={() => remove(user)} />,
      },
    ],
    [t, may, self, remove, assignments, hasRoles],
  );
}

function useRemoveUser(): (user: User) => void {
  const { t } = useTranslation();
  const api = useApi();
  const { start } = useAction(["team"]);
  return useMemo(
    () => (user) =>
      void start({
        question: {
          title: t("settings.removeTitle", { name: personName(user) }),
          text: t("access.team.removeText"),
          confirm: t("action.remove"),
        },
        run: () => api.DELETE("/admin/users/{id}", { params: { path: { id: user.id } } }),
        done: t("settings.removed", { name: personName(user) }),
      }),
    [t, api, start],
  );
}

interface ChoiceProps {
  user: User;
  isSelf: boolean;
  hasRoles: boolean;
  roleId: string | null;
}

/** The first role of a shop and the user's own role change much: they need a confirmation. */
function RoleChoice({ user, isSelf, hasRoles, roleId }: ChoiceProps) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay()("team:write");
  const { roles, canGive } = useGivenRoles();
  const { nameOf } = useRoleTexts();
  const action = useAction(["team", "session"]);
  const current = roles.find(({ id }) => id === roleId);
  if (!may || (current && !canGive(current))) {
    return current ? nameOf(current) : t(hasRoles ? "access.team.none" : "access.team.everything");
  }
  const params = { path: { id: user.id } };
  const question = (role: string) =>
    hasRoles && !isSelf
      ? {}
      : {
          question: {
            title: t("access.team.roleTitle", { name: personName(user), role }),
            text: t(hasRoles ? "access.team.ownRole" : "access.team.firstRole"),
            confirm: t("access.team.giveRole"),
            isHarmful: false,
          },
        };
  const give = (role_id: string) => {
    const role = nameOf(roles.find(({ id }) => id === role_id)!);
    return action.start({
      ...question(role),
      run: () => api.POST("/admin/users/{id}/role", { params, body: { role_id } }),
      done: t("access.team.roleGiven", { name: personName(user), role }),
    });
  };
  return (
    <Select
      aria-label={t("access.team.roleOf", { name: user.email })}
      placeholder={t(hasRoles ? "access.team.none" : "access.team.everything")}
      data={roles.map((role) => ({ value: role.id, label: nameOf(role), disabled: !canGive(role) }))}
      value={roleId}
      onChange={(id) => id && id !== roleId && void give(id)}
      allowDeselect={false}
      disabled={action.isPending}
      w={{ base: 130, sm: 190 }}
    />
  );
}
