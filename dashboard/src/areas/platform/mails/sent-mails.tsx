import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { choiceFilter } from "../../../kit/list/filters.tsx";
import { listPart } from "../../../kit/list/list-page.tsx";
import { mailColumns } from "./mail-columns.tsx";
import { kindText, MAIL_KINDS } from "./mail-kinds.ts";
import { type Mail, mailsQuery, PAGE_SIZE, sendAgain } from "./mail-queries.ts";
import { MAIL_SORTS, MAIL_STATES } from "./mail-search.ts";

/** What was sent to whom, and what could not be sent. */
export const SentMails = listPart({
  title: "mails.sent",
  query: mailsQuery,
  rows: ({ mails }) => mails,
  pageSize: PAGE_SIZE,
  useColumns: useMailColumns,
  phone: ["recipient", "state", "again"],
  phoneBelow: ["created_at"],
  sorts: MAIL_SORTS,
  empty: "mails.none",
  noneFound: "mails.noneFound",
  count: "mails.count",
  find: { label: "mails.find", width: 260 },
  filters: [
    choiceFilter({
      name: "state",
      label: "mails.state",
      values: MAIL_STATES,
      textOf: (value) => `mails.mailStates.${value}`,
      width: 150,
    }),
    choiceFilter({ name: "kind", label: "mails.kind", values: MAIL_KINDS, textOf: kindText, width: 240 }),
  ],
  clear: "mails.showAll",
  keepsScroll: true,
});

function useMailColumns() {
  const { t } = useTranslation();
  const api = useApi();
  const format = useFormat();
  const canSend = useMay()("notifications:write");
  const { start, isPending: isBusy } = useAction(["mails"]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `start` does the same in every render
  return useMemo(() => {
    const again = ({ id, recipient, kind }: Mail) =>
      start({
        question: {
          title: t("mails.again"),
          text: t("mails.againText", { kind: t(kindText(kind)), to: recipient }),
          confirm: t("mails.again"),
          isHarmful: false,
        },
        run: () => sendAgain(api, id),
        done: t("mails.sentAgain"),
      });
    return mailColumns({ t, format, canSend, isBusy, onSend: again });
  }, [t, api, format, canSend, isBusy]);
}
