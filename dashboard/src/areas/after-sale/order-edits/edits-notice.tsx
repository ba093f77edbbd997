import { Alert, Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { isOpenEdit, orderEditsQuery } from "./order-edit-queries.ts";

/** An edit that is under way, so that it is not forgotten. */
export function EditsNotice({ order }: { order: Schemas["AdminOrder"] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data: edits = [] } = useQuery(orderEditsQuery(useApi(), order.id));
  const open = edits.find(isOpenEdit);
  if (!open) return null;
  return (
    <Alert color="orange" variant="light" className="no-print" title={t("edit.openTitle")}>
      {t(`edit.openText.${open.status === "requested" ? "requested" : "created"}`, {
        amount: format.money(open.difference_due ?? 0, order.currency_code),
      })}{" "}
      <Anchor
        inherit
        c="inherit"
        td="underline"
        renderRoot={(props) => <Link {...props} to="/orders/$id/edit" params={{ id: order.id }} />}
      >
        {t("edit.goOn")}
      </Anchor>
    </Alert>
  );
}
