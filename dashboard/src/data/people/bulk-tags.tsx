import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { FormDialog } from "../../kit/dialogs/form-dialog.tsx";
import { EditForm } from "../../kit/form/edit-form.tsx";
import { useEditForm } from "../../kit/form/use-edit-form.ts";
import { TagNamesInput } from "./tag-names-input.tsx";
import { changeTags, type TagKind } from "./tag-queries.ts";

interface Props {
  kind: TagKind;
  /** Of the selected rows. */
  ids: readonly string[];
}

/** Tags for all selected rows. */
export function BulkTags({ kind, ids }: Props) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="compact-md" variant="light" disabled={ids.length === 0} onClick={() => setIsOpen(true)}>
        {t("tags.change")}
      </Button>
      <FormDialog
        opened={isOpen}
        title={t(kind === "order" ? "tags.ofOrders" : "tags.ofCustomers", { count: ids.length })}
        onClose={() => setIsOpen(false)}
      >
        <BulkTagsForm kind={kind} ids={ids} />
      </FormDialog>
    </>
  );
}

const MOST_AT_ONCE = 1_000;

function BulkTagsForm({ kind, ids }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const edit = useEditForm({
    values: { add: [] as string[], remove: [] as string[] },
    refresh: [kind, `${kind}s`, "tags"],
    saved: t("tags.saved"),
    validate: {
      add: (add, { remove }) => (add.length + remove.length === 0 ? t("tags.needed") : null),
    },
    async save(change) {
      for (let from = 0; from < ids.length; from += MOST_AT_ONCE)
        await changeTags(api, kind, { ...change, ids: ids.slice(from, from + MOST_AT_ONCE) });
    },
  });
  return (
    <EditForm edit={edit}>
      <TagNamesInput
        kind={kind}
        label={t("tags.addLabel")}
        description={t("tags.addHelp")}
        data-autofocus
        {...edit.form.getInputProps("add")}
      />
      <TagNamesInput kind={kind} label={t("tags.removeLabel")} {...edit.form.getInputProps("remove")} />
    </EditForm>
  );
}
