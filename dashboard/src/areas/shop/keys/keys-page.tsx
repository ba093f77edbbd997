import { Badge, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { Copyable } from "../../../kit/detail/copyable.tsx";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { keysQuery } from "../shop-queries.ts";
import { type Key, KeyForm } from "./key-form.tsx";

export const keysRoute = createLazyRoute("/shell/settings/keys")({ component: KeysPage });

function KeysPage() {
  const { t } = useTranslation();
  const may = useMay()("keys:write");
  const keys = useQuery(keysQuery(useApi()));
  const dialog = useDialog<Key>();
  const columns = useColumns(may ? dialog.open : null);
  return (
    <SectionPage
      title={t("nav.sections.keys")}
      text={t("access.keys.text")}
      actions={may && <Button onClick={() => dialog.open(null)}>{t("access.keys.create")}</Button>}
    >
      <Loaded of={keys}>
        {(data) => (
          <Card>
            <RowsTable
              caption={t("nav.sections.keys")}
              rows={data}
              columns={columns}
              empty={t("access.keys.none")}
            />
          </Card>
        )}
      </Loaded>
      <FormDialog
        title={dialog.row ? dialog.row.title : t("access.keys.create")}
        opened={dialog.opened}
        onClose={dialog.close}
      >
        <KeyForm apiKey={dialog.row} />
      </FormDialog>
    </SectionPage>
  );
}

/** To revoke a key stops storefronts; to remove it takes it from the list, too. */
function useKeyActions() {
  const { t } = useTranslation();
  const api = useApi();
  const { start } = useAction(["publishable-api-keys"]);
  return useMemo(
    () => ({
      revoke: ({ id, title }: Key) =>
        start({
          question: {
            title: t("access.keys.revokeTitle", { title }),
            text: t("access.keys.revokeText"),
            confirm: t("access.keys.revoke"),
          },
          run: () => api.POST("/admin/publishable-api-keys/{id}/revoke", { params: { path: { id } } }),
          done: t("access.keys.revoked", { title }),
        }),
      remove: ({ id, title, revoked_at }: Key) =>
        start({
          question: {
            title: t("settings.removeTitle", { name: title }),
            text: t(revoked_at ? "access.keys.removeText" : "access.keys.revokeText"),
            confirm: t("action.remove"),
          },
          run: () => api.DELETE("/admin/publishable-api-keys/{id}", { params: { path: { id } } }),
          done: t("settings.removed", { name: title }),
        }),
    }),
    [t, api, start],
  );
}

function useColumns(onEdit: ((key: Key) => void) | null): Column<Key>[] {
  const { t } = useTranslation();
  const format = useFormat();
  const { revoke, remove } = useKeyActions();
  return useMemo(
    () => [
      { id: "title", header: t("access.keys.title"), cell: ({ title }) => title },
      {
        id: "key",
        isWide: true,
        header: t("access.keys.key"),
        cell: ({ id, title }) => <Copyable text={id} name={title} />,
      },
      {
        id: "created",
        isWide: true,
        header: t("access.created"),
        cell: ({ created_at }) => format.date(created_at),
      },
      {
        id: "state",
        header: t("access.keys.state"),
        cell: ({ revoked_at }) =>
          revoked_at ? (
            <Badge variant="light" color="gray">
              {t("access.keys.revokedAt", { date: format.date(revoked_at) })}
            </Badge>
          ) : (
            <Badge variant="light">{t("access.keys.valid")}</Badge>
          ),
      },
      {
        id: "buttons",
        header: "",
        cell: (key) =>
          onEdit && (
            <Group gap={4} wrap="nowrap" justify="flex-end">
              {!key.revoked_at && (
                <Button size="compact-sm" variant="subtle" onClick={() => void revoke(key)}>
                  {t("access.keys.revoke")}
                </Button>
              )}
              <RowButtons name={key.title} onEdit={() => onEdit(key)} onRemove={() => void remove(key)} />
            </Group>
          ),
      },
    ],
    [t, format, revoke, remove, onEdit],
  );
}
