import { Alert, Button, Fieldset, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { messageOf } from "../api/error-message.ts";
import { ChangedMeanwhile, type EditedForm } from "./use-edit-form.ts";

interface Props<Values extends Record<string, unknown>> {
  edit: EditedForm<Values>;
  children: ReactNode;
  /** For screen readers, on a page with several forms. */
  name?: string;
  /** Without the permission the form can only be read. */
  mayEdit?: boolean;
  /** The text of the button that saves. */
  submit?: string;
}

export function EditForm<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { edit, children, name, mayEdit = true, submit } = props;
  const { t } = useTranslation();
  return (
    <form onSubmit={edit.submit} aria-label={name} noValidate>
      <Stack>
        <Refused edit={edit} />
        <Fieldset
          variant="unstyled"
          disabled={!mayEdit}
          {...(!mayEdit && { className: "read-only" })}
          m={0}
          p={0}
          bd={0}
          miw={0}
        >
          <Stack>{children}</Stack>
        </Fieldset>
        {mayEdit && (
          <Group>
            <Button type="submit" loading={edit.isSaving}>
              {submit ?? t("action.save")}
            </Button>
            {edit.form.isDirty() && (
              <Button variant="default" onClick={edit.discard}>
                {t("form.discard")}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

function Refused<Values extends Record<string, unknown>>({ edit }: { edit: EditedForm<Values> }) {
  const { t } = useTranslation();
  if (!edit.error) return null;
  if (!(edit.error instanceof ChangedMeanwhile)) {
    return (
      <Alert color="red" role="alert">
        {messageOf(edit.error, t)}
      </Alert>
    );
  }
  return (
    <Alert role="alert" title={t("form.changed")}>
      <Stack gap="sm">
        <Text size="sm">{t("form.changedText")}</Text>
        <Group>
          <Button size="compact-md" onClick={edit.discard}>
            {t("form.takeTheirs")}
          </Button>
          <Button size="compact-md" variant="default" onClick={edit.overwrite}>
            {t("form.overwrite")}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
