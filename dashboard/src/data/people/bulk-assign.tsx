import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { BulkDialog } from "../../kit/list/bulk-dialog.tsx";
import { doInChunks } from "../../kit/list/do-for-all.ts";
import type { Bulk } from "../../kit/list/use-bulk.ts";
import { ColleagueSelect } from "./colleague-select.tsx";

/** One user for all selected orders, also for those on other pages. */
export function BulkAssign({ bulk }: { bulk: Bulk }) {
  const { t } = useTranslation();
  const api = useApi();
  return (
    <BulkDialog
      bulk={bulk}
      name={t("assignee.assign")}
      title={t("assignee.assignTitle", { count: bulk.count })}
      submit={t("assignee.assign")}
      values={{ user_id: null as string | null }}
      work={({ user_id }) =>
        (ids, run) =>
          doInChunks(
            ids,
            (some) =>
              api.POST("/admin/order-assignees", { body: { order_ids: some, user_id: user_id || null } }),
            run,
          )
        }
    >
      {(form) => (
        <ColleagueSelect
          label={t("assignee.to")}
          placeholder={t("assignee.none")}
          clearable
          {...form.getInputProps("user_id")}
        />
      )}
    </BulkDialog>
  );
}
