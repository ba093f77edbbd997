import { Badge, Button, CopyButton, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { storeQuery } from "../../../data/shop/settings-queries.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded } from "../../../kit/page/section-page.tsx";
import { type Invite, invitesQuery, rolesQuery } from "./access-queries.ts";
import { useRoleTexts } from "./role-name.ts";

interface Props {
  assignments: readonly { invite_id: string | null; role_id: string }[];
}

export function InvitesCard({ assignments }: Props) {
  const { t } = useTranslation();
  const invites = useQuery(invitesQuery(useApi()));
  const columns = useColumns(assignments);
  return (
    <Card title={t("access.invites.title")} text={t("access.invites.text")}>
      <Loaded of={invites} isPart>
        {(data) => (
          <RowsTable
            caption={t("access.invites.title")}
            rows={data}
            columns={columns}
            empty={t("access.invites.none")}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** The server hides the tokens of invites that the user could not have sent. */
const HIDDEN = "[redacted]";
const TOKEN = "{invite_token}";

/** The shop's own page for invites, or the one of this dashboard. */
function useInviteLink(): (token: string) => string {
  const may = useMay();
  const { data: store } = useQuery({ ...storeQuery(useApi()), enabled: may("settings:read") });
  const template = store?.invite_link_template ?? `${new URL("invite", document.baseURI)}?token=${TOKEN}`;
  return (token) => template.replace(TOKEN, encodeURIComponent(token));
}

function useColumns(assignments: Props["assignments"]): Column<Invite>[] {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const { data: roles = [] } = useQuery(rolesQuery(api));
  const { nameOf } = useRoleTexts();
  return useMemo(() => {
    const roleOf = ({ id }: Invite) => {
      const assigned = assignments.find(({ invite_id }) => invite_id === id)?.role_id;
      const role = roles.find((each) => each.id === assigned);
      return role ? nameOf(role) : t("access.team.none");
    };
    return [
      { id: "email", header: t("session.email"), cell: ({ user_email }) => user_email },
      { id: "role", header: t("access.team.role"), cell: roleOf },
      {
        id: "until",
        isWide: true,
        header: t("access.invites.until"),
        cell: ({ expires_at }) =>
          new Date(expires_at) < new Date() ? (
            <Badge color="red.9">{t("access.invites.expired")}</Badge>
          ) : (
            format.date(expires_at)
          ),
      },
      { id: "buttons", header: "", cell: (invite) => <InviteButtons invite={invite} /> },
    ];
  }, [t, format, roles, nameOf, assignments]);
}

function InviteButtons({ invite: { id, token, user_email: email } }: { invite: Invite }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay()("team:write");
  const linkOf = useInviteLink();
  const action = useAction(["team"]);
  const params = { path: { id } };
  if (!may || token === HIDDEN) return null;
  const resend = () =>
    action.start({
      run: () => api.POST("/admin/invites/{id}/resend", { params, parseAs: "text" }),
      done: t("access.invites.resent", { email }),
    });
  const remove = () =>
    action.start({
      question: {
        title: t("access.invites.removeTitle", { email }),
        text: t("access.invites.removeText"),
        confirm: t("action.remove"),
      },
      run: () => api.DELETE("/admin/invites/{id}", { params }),
      done: t("access.invites.removed", { email }),
    });
  return (
    <Group gap={4} wrap="nowrap" justify="flex-end">
      <CopyButton value={linkOf(token)}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="subtle" onClick={copy}>
            {copied ? t("form.copied") : t("access.invites.copy")}
          </Button>
        )}
      </CopyButton>
      <Button size="compact-sm" variant="subtle" disabled={action.isPending} onClick={() => void resend()}>
        {t("access.invites.resend")}
      </Button>
      <RowButtons name={email} onRemove={() => void remove()} />
    </Group>
  );
}
