import { useTranslation } from "react-i18next";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { Card } from "../../../kit/page/card.tsx";
import { type CustomField, type FieldEntity, sentFields, valuesOf } from "./custom-field.ts";
import { FormFields } from "./field-inputs-part.tsx";
import { useCustomFields } from "./use-custom-fields.ts";

interface Props {
  entity: FieldEntity;
  /** As the server has shown it. */
  row: object & { id: string };
  mayEdit: boolean;
  /** The keys of the queries that show the row. */
  refresh: readonly string[];
  /** The body has `custom_fields`, which the types of the API cannot know. */
  save(body: object): Promise<unknown>;
}

/** The fields of a row that has no form of its own. Nothing is shown in a shop that has declared none. */
export function CustomFieldsCard(props: Props) {
  const fields = useCustomFields(props.entity);
  return fields.length > 0 ? <FieldsForm key={props.row.id} fields={fields} {...props} /> : null;
}

function FieldsForm({
  fields,
  entity,
  row,
  mayEdit,
  refresh,
  save,
}: Props & { fields: readonly CustomField[] }) {
  const { t } = useTranslation();
  const edit = useEditForm({
    values: { custom_fields: valuesOf(fields, row) },
    // Only what differs is sent, and the server merges it: two people can change different fields.
    save: ({ custom_fields }) => save(sentFields(fields, row, custom_fields)),
    refresh,
  });
  return (
    <Card title={t("customFields.title")}>
      <EditForm edit={edit} mayEdit={mayEdit} name={t("customFields.title")} submit={t("customFields.save")}>
        <FormFields entity={entity} form={edit.form} />
      </EditForm>
    </Card>
  );
}
