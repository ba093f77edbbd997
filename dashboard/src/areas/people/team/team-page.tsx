import { Alert, Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { assignmentsQuery } from "./access-queries.ts";
import { InviteForm } from "./invite-form.tsx";
import { InvitesCard } from "./invites-card.tsx";
import { UsersTable } from "./users-table.tsx";

export const teamRoute = createLazyRoute("/shell/settings/team")({ component: TeamPage });

function TeamPage() {
  const { t } = useTranslation();
  const may = useMay()("team:write");
  const assignments = useQuery(assignmentsQuery(useApi()));
  const dialog = useDialog<never>();
  return (
    <SectionPage
      title={t("nav.sections.team")}
      text={t("settings.texts.team")}
      actions={may && <Button onClick={() => dialog.open(null)}>{t("access.team.invite")}</Button>}
    >
      <Loaded of={assignments}>
        {(data) => {
          const hasRoles = data.some(({ user_id }) => user_id !== null);
          return (
            <>
              {!hasRoles && <Alert title={t("access.team.noRoles")}>{t("access.team.noRolesText")}</Alert>}
              <Card title={t("access.team.users")}>
                <UsersTable assignments={data} hasRoles={hasRoles} />
              </Card>
              <InvitesCard assignments={data} />
              <FormDialog title={t("access.team.invite")} opened={dialog.opened} onClose={dialog.close}>
                <InviteForm hasRoles={hasRoles} />
              </FormDialog>
            </>
          );
        }}
      </Loaded>
    </SectionPage>
  );
}
