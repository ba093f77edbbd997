import { Button, Fieldset, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { Card } from "../../../kit/page/card.tsx";
import { CustomFieldInput } from "./custom-field-input.tsx";
import { type CustomField, customFieldsQuery } from "./custom-field-queries.ts";

type Values = Record<string, unknown>;

interface Props {
  entity: string;
  /** As the server has shown it. */
  row: object;
  mayEdit: boolean;
  /** The keys of the queries that show the row. */
  refresh: readonly string[];
  save(fields: Values): Promise<unknown>;
}

/** The fields of the shop. Nothing is shown in a shop that has declared none. */
export function CustomFieldsCard(props: Props) {
  const { data = [] } = useQuery(customFieldsQuery(useApi()));
  const fields = data.filter(({ entity, is_deleted }) => entity === props.entity && !is_deleted);
  const key = JSON.stringify([fields, valuesIn(props.row, fields)]);
  return fields.length > 0 ? <FieldsForm key={key} fields={fields} {...props} /> : null;
}

function valuesIn(row: object, fields: readonly CustomField[]): Values {
  const shown = row as Values & { custom_fields?: Values };
  return Object.fromEntries(
    fields.map(({ name, column }) => [name, (column ? shown[name] : shown.custom_fields?.[name]) ?? null]),
  );
}

function FieldsForm({ fields, row, mayEdit, refresh, save }: Props & { fields: readonly CustomField[] }) {
  const { t } = useTranslation();
  const stored = valuesIn(row, fields);
  const [values, setValues] = useState(stored);
  const action = useAction(refresh);
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(stored[name])),
  );
  const isDirty = Object.keys(changed).length > 0;
  return (
    <Card title={t("customFields.title")}>
      <Fieldset variant="unstyled" disabled={!mayEdit} {...(!mayEdit && { className: "read-only" })}>
        <Stack>
          {fields.map((field) => (
            <Fieldset key={field.name} variant="unstyled" disabled={field.computed ?? false}>
              <CustomFieldInput
                field={field}
                value={values[field.name]}
                onChange={(value) => setValues((known) => ({ ...known, [field.name]: value }))}
              />
            </Fieldset>
          ))}
          {mayEdit && isDirty && (
            <Group justify="flex-end">
              <Button
                loading={action.isPending}
                onClick={() => void action.start({ run: () => save(changed), done: t("customFields.saved") })}
              >
                {t("customFields.save")}
              </Button>
            </Group>
          )}
        </Stack>
      </Fieldset>
    </Card>
  );
}
