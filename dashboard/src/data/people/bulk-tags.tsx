import { useTranslation } from "react-i18next";
import { useApi } from "../../kit/api/api.ts";
import { BulkDialog } from "../../kit/list/bulk-dialog.tsx";
import { doInChunks } from "../../kit/list/do-for-all.ts";
import type { Bulk } from "../../kit/list/use-bulk.ts";
import { TagNamesInput } from "./tag-names-input.tsx";
import { changeTags, type TagKind } from "./tag-queries.ts";

/** Tags for all selected rows, also for those on other pages. */
export function BulkTags({ kind, bulk }: { kind: TagKind; bulk: Bulk }) {
  const { t } = useTranslation();
  const api = useApi();
  return (
    <BulkDialog
      bulk={bulk}
      name={t("tags.change")}
      title={t(kind === "order" ? "tags.ofOrders" : "tags.ofCustomers", { count: bulk.count })}
      submit={t("action.save")}
      values={{ add: [] as string[], remove: [] as string[] }}
      validate={{
        add: (add, { remove }) => (add.length + remove.length === 0 ? t("tags.needed") : null),
      }}
      work={(change) => (ids, run) =>
        doInChunks(ids, (some) => changeTags(api, kind, { ...change, ids: some }), run)
      }
    >
      {(form) => (
        <>
          <TagNamesInput
            kind={kind}
            label={t("tags.addLabel")}
            description={t("tags.addHelp")}
            data-autofocus
            {...form.getInputProps("add")}
          />
          <TagNamesInput kind={kind} label={t("tags.removeLabel")} {...form.getInputProps("remove")} />
        </>
      )}
    </BulkDialog>
  );
}
