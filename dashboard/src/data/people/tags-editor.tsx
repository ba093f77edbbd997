import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { useAction } from "../../kit/form/use-action.ts";
import { TagBadges } from "./tag-badges.tsx";
import { TagNamesInput } from "./tag-names-input.tsx";
import { changeTags, type TagKind, type TagName } from "./tag-queries.ts";

interface Props {
  kind: TagKind;
  id: string;
  tags: readonly TagName[];
  mayEdit: boolean;
}

/** The tags of one order or customer. Each change is saved at once. */
export function TagsEditor({ kind, id, tags, mayEdit }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const action = useAction([kind, `${kind}s`, "tags"]);
  const names = tags.map(({ name }) => name);
  if (!mayEdit) return <TagBadges tags={tags} />;
  const save = (chosen: string[]) => {
    const change = {
      ids: [id],
      add: chosen.filter((name) => !names.includes(name)),
      remove: names.filter((name) => !chosen.includes(name)),
    };
    void action.start({ run: () => changeTags(api, kind, change), done: t("tags.saved") });
  };
  return (
    <TagNamesInput
      kind={kind}
      label={t("tags.title")}
      {...(names.length === 0 && { placeholder: t("tags.add") })}
      value={names}
      onChange={save}
      disabled={action.isPending}
    />
  );
}
