import { Select, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { listTags, type TagKind, type TagName } from "../../../data/people/tag-queries.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { EditForm } from "../../../kit/form/edit-form.tsx";
import { useEditForm } from "../../../kit/form/use-edit-form.ts";

interface Props {
  kind: TagKind;
  tag: TagName;
}

export function TagForm({ does, ...props }: Props & { does: "rename" | "merge" }) {
  return does === "rename" ? <RenameForm {...props} /> : <MergeForm {...props} />;
}

const refreshed = (kind: TagKind) => [kind, `${kind}s`, "tags"];

function RenameForm({ kind, tag }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const edit = useEditForm({
    values: { name: tag.name },
    validate: { name: (value) => (value.trim() === "" ? t("form.required") : null) },
    refresh: refreshed(kind),
    save: ({ name }) => renamed(api, kind, { id: tag.id, name: name.trim() }),
    fieldOf: () => "name",
  });
  return (
    <EditForm edit={edit}>
      <TextInput label={t("tags.name")} maxLength={60} data-autofocus {...edit.form.getInputProps("name")} />
    </EditForm>
  );
}

function renamed(api: Api, kind: TagKind, { id, name }: TagName) {
  const sent = { params: { path: { id } }, body: { name } };
  return kind === "order"
    ? api.POST("/admin/order-tags/{id}", sent)
    : api.POST("/admin/customer-tags/{id}", sent);
}

const MOST = 1_000;

function MergeForm({ kind, tag }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { data } = useQuery({
    queryKey: ["tags", kind, "all"],
    queryFn: () => listTags(api, kind, { limit: MOST }),
  });
  const edit = useEditForm({
    values: { into_id: null as string | null },
    validate: { into_id: (value) => (value ? null : t("form.required")) },
    refresh: refreshed(kind),
    saved: t("tags.merged"),
    save: ({ into_id }) => {
      const sent = { params: { path: { id: tag.id } }, body: { into_id: into_id! } };
      return kind === "order"
        ? api.POST("/admin/order-tags/{id}/merge", sent)
        : api.POST("/admin/customer-tags/{id}/merge", sent);
    },
  });
  const others = (data?.tags ?? []).filter(({ id }) => id !== tag.id);
  return (
    <EditForm edit={edit} submit={t("tags.merge")}>
      <Select
        label={t("tags.into")}
        description={t("tags.intoHelp", { name: tag.name })}
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
        searchable
        data-autofocus
        {...edit.form.getInputProps("into_id")}
      />
    </EditForm>
  );
}
