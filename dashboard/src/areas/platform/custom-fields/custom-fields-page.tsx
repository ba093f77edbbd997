import { Badge, Button, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import {
  type CustomField,
  customFieldsQuery,
} from "../../../data/platform/custom-fields/custom-field-queries.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { CustomFieldForm } from "./custom-field-form.tsx";
import { isEntity, isType } from "./custom-field-kinds.ts";

export const customFieldsRoute = createLazyRoute("/shell/settings/custom-fields")({
  component: CustomFieldsPage,
});

/** Fields of plugins have no id. */
type ShownField = CustomField & { id: string };

const asRow = (field: CustomField): ShownField => ({
  ...field,
  id: field.id ?? `${field.entity}.${field.name}`,
});

function CustomFieldsPage() {
  const { t } = useTranslation();
  const may = useMay()("settings:write");
  const fields = useQuery(customFieldsQuery(useApi()));
  const dialog = useDialog<CustomField>();
  const columns = useColumns(may ? dialog.open : null);
  const create = t("customFields.create");
  return (
    <SectionPage
      title={t("nav.sections.customFields")}
      text={t("settings.texts.customFields")}
      actions={may && <Button onClick={() => dialog.open(null)}>{create}</Button>}
    >
      <Loaded of={fields}>
        {(data) => (
          <Card>
            <RowsTable
              caption={t("nav.sections.customFields")}
              rows={data.map(asRow)}
              columns={columns}
              empty={t("customFields.none")}
            />
            <FormDialog
              title={dialog.row ? dialog.row.label : create}
              opened={dialog.opened}
              onClose={dialog.close}
            >
              <CustomFieldForm field={dialog.row} />
            </FormDialog>
          </Card>
        )}
      </Loaded>
    </SectionPage>
  );
}

function useColumns(onEdit: ((field: CustomField) => void) | null): Column<ShownField>[] {
  const { t } = useTranslation();
  const work = useFieldWork();
  return useMemo(
    () => [
      {
        id: "label",
        header: t("customFields.label"),
        cell: ({ label, plugin, is_deleted }) => (
          <Group gap="xs">
            {label}
            {plugin !== null && (
              <Badge variant="default">{t("customFields.ofPlugin", { name: plugin })}</Badge>
            )}
            {is_deleted && <Badge color="gray">{t("customFields.deleted")}</Badge>}
          </Group>
        ),
      },
      {
        id: "entity",
        header: t("customFields.entity"),
        cell: ({ entity }) => (isEntity(entity) ? t(`customFields.entities.${entity}`) : entity),
      },
      {
        id: "type",
        isWide: true,
        header: t("customFields.type"),
        cell: ({ type }) => (isType(type) ? t(`customFields.types.${type}`) : type),
      },
      { id: "name", isWide: true, header: t("customFields.name"), cell: ({ name }) => name },
      {
        id: "buttons",
        header: "",
        cell: (field) => {
          if (!onEdit || field.plugin !== null) return null;
          if (!field.is_deleted)
            return (
              <RowButtons
                name={field.label}
                onEdit={() => onEdit(field)}
                onRemove={() => void work.remove(field)}
              />
            );
          return (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t("customFields.purgeOf", { name: field.label })}
              onClick={() => void work.purge(field)}
            >
              {t("customFields.purge")}
            </Button>
          );
        },
      },
    ],
    [t, onEdit, work],
  );
}

function useFieldWork() {
  const { t } = useTranslation();
  const api = useApi();
  const { start } = useAction(["custom-fields"]);
  return useMemo(
    () => ({
      remove: ({ id, label }: ShownField) =>
        start({
          question: {
            title: t("settings.removeTitle", { name: label }),
            text: t("customFields.removeText"),
            confirm: t("action.remove"),
          },
          run: () => api.DELETE("/admin/custom-fields/{id}", { params: { path: { id } } }),
          done: t("settings.removed", { name: label }),
        }),
      purge: ({ id, label }: ShownField) =>
        start({
          question: {
            title: t("customFields.purgeTitle", { name: label }),
            text: t("customFields.purgeText"),
            confirm: t("customFields.purge"),
          },
          run: () => api.POST("/admin/custom-fields/{id}/purge", { params: { path: { id } } }),
          done: t("customFields.purging", { name: label }),
        }),
    }),
    [t, api, start],
  );
}
