import { Badge, Button, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { useAction } from "../../../kit/form/use-action.ts";
import { type Column, RowButtons, RowsTable } from "../../../kit/list/rows-table.tsx";
import { Card } from "../../../kit/page/card.tsx";
import { Loaded, SectionPage } from "../../../kit/page/section-page.tsx";
import { CustomFieldForm } from "./custom-field-form.tsx";
import { ENTITIES } from "./custom-field-kinds.ts";
import { type DeclaredField, declaredFieldsQuery, SHOWN_IN } from "./custom-field-queries.ts";
import { DeletedFields } from "./deleted-fields.tsx";

export const customFieldsRoute = createLazyRoute("/shell/settings/custom-fields")({
  component: CustomFieldsPage,
});

type Row = DeclaredField & { id: string };

/** By what they belong to. Fields of plugins have no id. */
const rowsOf = (fields: readonly DeclaredField[]): Row[] =>
  ENTITIES.flatMap((entity) => fields.filter((field) => field.entity === entity && !field.is_deleted)).map(
    (field) => ({ ...field, id: field.id ?? `${field.entity}.${field.name}` }),
  );

function CustomFieldsPage() {
  const { t } = useTranslation();
  const may = useMay()("settings:write");
  const fields = useQuery(declaredFieldsQuery(useApi()));
  const dialog = useDialog<DeclaredField>();
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
          <>
            <Card>
              <RowsTable
                caption={t("nav.sections.customFields")}
                rows={rowsOf(data)}
                columns={columns}
                empty={t("customFields.none")}
              />
            </Card>
            <DeletedFields fields={data.filter(({ is_deleted }) => is_deleted)} />
            <FormDialog
              size="lg"
              title={dialog.row ? t("customFields.editOf", { name: dialog.row.label }) : create}
              opened={dialog.opened}
              onClose={dialog.close}
            >
              <CustomFieldForm field={dialog.row} />
            </FormDialog>
          </>
        )}
      </Loaded>
    </SectionPage>
  );
}

const USES = ["required", "filter", "search", "storefront"] as const;

function Uses({ field }: { field: DeclaredField }) {
  const { t } = useTranslation();
  return (
    <Group gap={4}>
      {USES.filter((use) => field[use]).map((use) => (
        <Badge key={use} variant="default" tt="none">
          {t(`customFields.usesOf.${use}`)}
        </Badge>
      ))}
    </Group>
  );
}

function Label({ field: { label, name, plugin } }: { field: DeclaredField }) {
  const { t } = useTranslation();
  return (
    <>
      <Group gap="xs">
        <Text fw={600}>{label}</Text>
        {plugin !== null && (
          <Badge variant="default" tt="none">
            {t("customFields.ofPlugin", { name: plugin })}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
    </>
  );
}

function useColumns(onEdit: ((field: DeclaredField) => void) | null): Column<Row>[] {
  const { t } = useTranslation();
  const api = useApi();
  const { start } = useAction(SHOWN_IN);
  return useMemo(() => {
    const remove = ({ id, label }: Row) =>
      start({
        question: {
          title: t("settings.removeTitle", { name: label }),
          text: t("customFields.removeText"),
          confirm: t("action.remove"),
        },
        run: () => api.DELETE("/admin/custom-fields/{id}", { params: { path: { id } } }),
        done: t("settings.removed", { name: label }),
      });
    return [
      { id: "label", header: t("customFields.label"), cell: (field) => <Label field={field} /> },
      {
        id: "entity",
        header: t("customFields.entity"),
        cell: ({ entity }) => t(`customFields.entities.${entity}`),
      },
      {
        id: "type",
        isWide: true,
        header: t("customFields.type"),
        cell: ({ type }) => t(`customFields.types.${type}`),
      },
      {
        id: "uses",
        isWide: true,
        header: t("customFields.uses"),
        cell: (field) => <Uses field={field} />,
      },
      {
        id: "buttons",
        header: "",
        cell: (field) => {
          if (!onEdit) return null;
          if (field.plugin !== null) return <Text size="sm">{t("customFields.pluginText")}</Text>;
          return (
            <RowButtons name={field.label} onEdit={() => onEdit(field)} onRemove={() => void remove(field)} />
          );
        },
      },
    ];
  }, [t, api, start, onEdit]);
}
