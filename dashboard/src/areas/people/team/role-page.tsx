import { Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { type Role, rolesQuery, useGivenRoles } from "./access-queries.ts";
import { RoleForm } from "./role-form.tsx";
import { useRoleTexts } from "./role-name.ts";

export const roleRoute = createLazyRoute("/shell/settings/roles/$id")({ component: RolePage });
export const newRoleRoute = createLazyRoute("/shell/settings/roles/new")({ component: NewRolePage });

function NewRolePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { from } = useSearch({ from: "/shell/settings/roles/new" });
  const roles = useQuery(rolesQuery(useApi()));
  return (
    <SectionPage
      title={t("access.roles.create")}
      text={t("access.roles.createText")}
      back={<BackLink to="/settings/roles">{t("access.roles.back")}</BackLink>}
    >
      <Loaded of={roles}>
        {(data) => (
          <Card>
            <RoleForm
              edited={null}
              template={data.find(({ id }) => id === from) ?? null}
              onSaved={({ id }) => navigate({ to: "/settings/roles/$id", params: { id } })}
            />
          </Card>
        )}
      </Loaded>
    </SectionPage>
  );
}

function RolePage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: "/shell/settings/roles/$id" });
  const roles = useQuery(rolesQuery(useApi()));
  const { nameOf, textOf } = useRoleTexts();
  const role = roles.data?.find((each) => each.id === id);
  return (
    <SectionPage
      back={<BackLink to="/settings/roles">{t("access.roles.back")}</BackLink>}
      title={role ? nameOf(role) : t("access.team.role")}
      {...(role && { text: textOf(role), actions: <RoleButtons role={role} /> })}
    >
      <Loaded of={roles}>
        {() =>
          role ? <Card>{<RoleForm key={id} edited={role} template={null} />}</Card> : t("find.nothing")
        }
      </Loaded>
    </SectionPage>
  );
}

function RoleButtons({ role }: { role: Role }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const navigate = useNavigate();
  const action = useAction(["team"]);
  const { canGive } = useGivenRoles();
  if (!may("team:write")) return null;
  const remove = () =>
    action.start({
      question: {
        title: t("settings.removeTitle", { name: role.name }),
        text: t("access.roles.removeText"),
        confirm: t("action.remove"),
      },
      run: () => api.DELETE("/admin/roles/{id}", { params: { path: { id: role.id } } }),
      done: t("settings.removed", { name: role.name }),
      onDone: () => navigate({ to: "/settings/roles" }),
    });
  return (
    <Group gap="xs">
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/settings/roles/new" search={{ from: role.id }} />}
      >
        {t("access.roles.copy")}
      </Button>
      {!role.is_built_in && canGive(role) && (
        <Button
          variant="default"
          c="var(--mantine-color-error)"
          loading={action.isPending}
          onClick={() => void remove()}
        >
          {t("action.remove")}
        </Button>
      )}
    </Group>
  );
}
