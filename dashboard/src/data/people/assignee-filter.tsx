import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { userQuery } from "../session/session-queries.ts";
import { ColleagueSelect } from "./colleague-select.tsx";

interface Props {
  /** The id of a user, or `unassigned`. */
  value: string | undefined;
  onChange(value: string | undefined): void;
}

/** Orders of the user, of a colleague, or of no user yet. */
export function AssigneeFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { data: me } = useQuery(userQuery(useApi()));
  const mine = me ? [{ value: me.id, label: t("assignee.mine") }] : [];
  return (
    <ColleagueSelect
      label={t("assignee.title")}
      placeholder={t("table.all")}
      first={[...mine, { value: "unassigned", label: t("assignee.unassigned") }]}
      without={me ? [me.id] : []}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      w={{ base: "100%", sm: 200 }}
    />
  );
}
