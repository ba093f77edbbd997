import { Button, Group, Stack, Text } from "@mantine/core";
import { type FormRulesRecord, type UseFormReturnType, useForm } from "@mantine/form";
import { type ReactNode, use, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { DialogContext } from "../dialogs/dialog-context.ts";
import { FormDialog } from "../dialogs/form-dialog.tsx";
import type { Bulk, BulkWork } from "./use-bulk.ts";

interface Props<Values extends Record<string, unknown>> {
  bulk: Bulk;
  /** The text of the button that opens the dialog. */
  name: string;
  /** "Tags of 12 orders": it confirms how many rows are changed. */
  title: string;
  /** The text of the button that starts the work. */
  submit: string;
  values: Values;
  validate?: FormRulesRecord<Values>;
  /** What is done for the rows with what was chosen. */
  work(chosen: Values): BulkWork["run"];
  children(form: UseFormReturnType<Values>): ReactNode;
}

/** Work for many rows that needs a choice first. */
export function BulkDialog<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { bulk, name, title } = props;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-md"
        variant="light"
        disabled={bulk.count === 0 || bulk.isPending}
        onClick={() => setIsOpen(true)}
      >
        {name}
      </Button>
      <FormDialog opened={isOpen} title={title} onClose={() => setIsOpen(false)}>
        <ChoiceForm {...props} />
      </FormDialog>
    </>
  );
}

function ChoiceForm<Values extends Record<string, unknown>>({
  bulk,
  submit,
  values,
  validate,
  work,
  children,
}: Props<Values>) {
  const { t } = useTranslation();
  const dialog = use(DialogContext);
  const form = useForm<Values>({ initialValues: values, ...(validate && { validate }) });
  useEffect(() => {
    if (dialog) dialog.isDirty.current = () => form.isDirty();
  });
  const start = (chosen: Values) => {
    dialog?.close();
    void bulk.start({ run: work(chosen) });
  };
  return (
    <form onSubmit={form.onSubmit(start)} noValidate>
      <Stack>
        {children(form)}
        <Text size="sm">{t("bulk.askText")}</Text>
        <Group>
          <Button type="submit">{submit}</Button>
        </Group>
      </Stack>
    </form>
  );
}
