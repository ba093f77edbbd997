import { Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { type Reason, ReasonForm } from "./return-reason-form.tsx";
import { returnReasonsQuery } from "./return-reason-queries.ts";

export const returnReasonsRoute = createLazyRoute("/shell/settings/return-reasons")({
  component: ReturnReasonsPage,
});

interface ShownReason extends Reason {
  /** How many are below it. */
  below: number;
}

/** Each reason, and below it those that belong to it. */
const inTree = (reasons: readonly Schemas["ReturnReasonInTree"][]): ShownReason[] =>
  reasons
    .filter(({ parent_return_reason_id }) => parent_return_reason_id === null)
    .flatMap((reason) => [
      { ...reason, below: reason.return_reason_children.length },
      ...reason.return_reason_children.map((child) => ({ ...child, below: 0 })),
    ]);

function ReturnReasonsPage() {
  const { t } = useTranslation();
  const may = useMay()("settings:write");
  const reasons = useQuery(returnReasonsQuery(useApi()));
  const dialog = useDialog<Reason>();
  const columns = useColumns(may ? dialog.open : null);
  return (
    <SectionPage
      title={t("nav.sections.returnReasons")}
      text={t("settings.texts.returnReasons")}
      actions={may && <Button onClick={() => dialog.open(null)}>{t("settings.reasons.create")}</Button>}
    >
      <Loaded of={reasons}>
        {(data) => (
          <Card>
            <RowsTable
              caption={t("nav.sections.returnReasons")}
              rows={inTree(data)}
              columns={columns}
              empty={t("settings.reasons.none")}
            />
            <FormDialog
              title={dialog.row ? dialog.row.label : t("settings.reasons.create")}
              opened={dialog.opened}
              onClose={dialog.close}
            >
              <ReasonForm
                reason={dialog.row}
                parents={data.filter(({ parent_return_reason_id }) => parent_return_reason_id === null)}
              />
            </FormDialog>
          </Card>
        )}
      </Loaded>
    </SectionPage>
  );
}

function useColumns(onEdit: ((reason: Reason) => void) | null): Column<ShownReason>[] {
  const { t } = useTranslation();
  const api = useApi();
  const { start } = useAction(["return-reasons"]);
  return useMemo(() => {
    const remove = ({ id, label, below }: ShownReason) =>
      start({
        question: {
          title: t("settings.removeTitle", { name: label }),
          text: t("settings.reasons.removeText", { count: below }),
          confirm: t("action.remove"),
        },
        run: () => api.DELETE("/admin/return-reasons/{id}", { params: { path: { id } } }),
        done: t("settings.removed", { name: label }),
      });
    return [
      {
        id: "label",
        header: t("settings.reasons.label"),
        cell: ({ label, parent_return_reason_id }) => (
          <Group gap="xs" pl={parent_return_reason_id ? "lg" : 0}>
            {parent_return_reason_id && <span aria-hidden>↳</span>}
            {label}
          </Group>
        ),
      },
      { id: "value", isWide: true, header: t("settings.reasons.value"), cell: ({ value }) => value },
      {
        id: "description",
        isWide: true,
        header: t("settings.channels.description"),
        cell: ({ description }) => <Text size="sm">{description ?? "–"}</Text>,
      },
      {
        id: "buttons",
        header: "",
        cell: (reason) =>
          onEdit && (
            <RowButtons
              name={reason.label}
              onEdit={() => onEdit(reason)}
              onRemove={() => void remove(reason)}
            />
          ),
      },
    ];
  }, [t, api, start, onEdit]);
}
