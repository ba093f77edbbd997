import { Button, Text } from "@mantine/core";
import { IconForms } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormDialog, useDialog } from "../../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";
import { type FieldValues, sentFields, valueIn, valuesOf } from "./custom-field.ts";
import { FormFields } from "./field-inputs-part.tsx";
import { useCustomFields } from "./use-custom-fields.ts";

const FieldText = lazy(async () => ({ default: (await import("./field-text.tsx")).FieldText }));

/** The fields of a line that have a value: "Engraving: Anna". */
export function LineFieldTexts({ line }: { line: object }) {
  const fields = useCustomFields("line_item").filter((field) => valueIn(line, field) !== null);
  if (fields.length === 0) return null;
  return (
    <Suspense>
      {fields.map((field) => (
        <Text key={field.name} size="sm" style={{ overflowWrap: "anywhere" }}>
          {field.label}: <FieldText field={field} row={line} rows={() => [line]} />
        </Text>
      ))}
    </Suspense>
  );
}

interface FormProps {
  /** Null: a line that is not there yet. */
  line: object | null;
  submit?: string;
  save(body: { custom_fields?: FieldValues }): unknown;
  refresh: readonly string[];
}

function LineFieldsForm({ line, submit, save, refresh }: FormProps) {
  const fields = useCustomFields("line_item");
  const edit = useEditForm({
    values: { custom_fields: valuesOf(fields, line) },
    save: async ({ custom_fields }) => save(sentFields(fields, line, custom_fields)),
    refresh,
  });
  return (
    <EditForm edit={edit} {...(submit && { submit })}>
      <FormFields entity="line_item" form={edit.form} />
    </EditForm>
  );
}

interface ButtonProps extends Omit<FormProps, "line" | "submit"> {
  line: object;
  title: string;
}

/** Edits the fields of a line. A shop without such fields has no button. */
export function LineFieldsButton({ line, title, ...form }: ButtonProps) {
  const { t } = useTranslation();
  const fields = useCustomFields("line_item");
  const dialog = useDialog<null>();
  if (fields.length === 0) return null;
  const name = t("customFields.of", { name: title });
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconForms size={14} aria-hidden />}
        aria-label={name}
        onClick={() => dialog.open(null)}
      >
        {t("table.fields", { count: 0 })}
      </Button>
      <FormDialog title={name} opened={dialog.opened} onClose={dialog.close}>
        <LineFieldsForm line={line} {...form} />
      </FormDialog>
    </>
  );
}

type Add = (body: { custom_fields?: FieldValues }) => unknown;

/** Before a line is added: its fields, if one of them needs a value. */
export function useNewLineFields(refresh: readonly string[]) {
  const { t } = useTranslation();
  const fields = useCustomFields("line_item");
  const isAsked = fields.some((field) => field.required && field.default === undefined);
  const [asked, setAsked] = useState<{ title: string; add: Add } | null>(null);
  const [opened, setOpened] = useState(false);
  return {
    ask(title: string, add: Add) {
      if (!isAsked) return void add({});
      setAsked({ title, add });
      setOpened(true);
    },
    dialog: asked && (
      <FormDialog title={asked.title} opened={opened} onClose={() => setOpened(false)}>
        <LineFieldsForm line={null} submit={t("action.add")} save={asked.add} refresh={refresh} />
      </FormDialog>
    ),
  };
}
