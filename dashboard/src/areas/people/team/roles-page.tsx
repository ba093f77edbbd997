import { Alert, Anchor, Badge, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { type Column, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { assignmentsQuery, type Role, rolesQuery } from "./access-queries.ts";
import { useRoleTexts } from "./role-name.ts";

export const rolesRoute = createLazyRoute("/shell/settings/roles")({ component: RolesPage });

function RolesPage() {
  const { t } = useTranslation();
  const may = useMay();
  const roles = useQuery(rolesQuery(useApi()));
  const columns = useColumns();
  return (
    <SectionPage
      title={t("nav.sections.roles")}
      text={t("settings.texts.roles")}
      actions={
        may("team:write") && (
          <Button renderRoot={(props) => <Link {...props} to="/settings/roles/new" />}>
            {t("access.roles.create")}
          </Button>
        )
      }
    >
      <Loaded of={roles}>
        {(data) => (
          <Card>
            <RowsTable caption={t("nav.sections.roles")} rows={data} columns={columns} empty="–" />
          </Card>
        )}
      </Loaded>
      <Alert title={t("access.roles.refusedTitle")}>{t("access.roles.refusedText")}</Alert>
    </SectionPage>
  );
}

function useColumns(): Column<Role>[] {
  const { t } = useTranslation();
  const { data: assignments = [] } = useQuery(assignmentsQuery(useApi()));
  const { nameOf, textOf } = useRoleTexts();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("access.team.role"),
        cell: (role) => (
          <div>
            <Group gap="xs">
              <Anchor
                fw={600}
                renderRoot={(props) => <Link {...props} to="/settings/roles/$id" params={{ id: role.id }} />}
              >
                {nameOf(role)}
              </Anchor>
              {role.is_built_in && <Badge variant="light">{t("access.roles.builtIn")}</Badge>}
            </Group>
            <Text size="sm" c="dimmed">
              {textOf(role)}
            </Text>
          </div>
        ),
      },
      {
        id: "users",
        header: t("access.roles.users"),
        cell: ({ id }) =>
          t("access.roles.userCount", {
            count: assignments.filter(({ role_id, user_id }) => role_id === id && user_id !== null).length,
          }),
      },
    ],
    [t, assignments, nameOf, textOf],
  );
}
