import { Alert, Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { payRefundDue } from "../exchange-actions.ts";
import { refundsDueQuery } from "../returns-queries.ts";

interface Props {
  order: Schemas["AdminOrder"];
  returned: Schemas["Return"];
}

/** Goods that a user without the permission to move money has received: the refund is still to be paid. */
export function RefundDue({ order, returned }: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const may = useMay();
  const work = useOrderWork();
  const isReceived = returned.status === "received" && returned.swap_id === null;
  const { data: due = [] } = useQuery({
    ...refundsDueQuery(api, order.id),
    enabled: isReceived && may("returns:read"),
  });
  if (!due.includes(returned.id)) return null;
  const amount = format.money(returned.refund_amount, order.currency_code);
  const pay = (refund: number) => () => work.mutate(() => payRefundDue(api, returned.id, refund));
  return (
    <Stack gap="xs" className="no-print">
      <Alert color="orange">{t("returns.due.waits", { amount })}</Alert>
      {may("payments:write") && (
        <Group gap="xs">
          <Button
            size="compact-md"
            variant="light"
            loading={work.isPending}
            onClick={pay(returned.refund_amount)}
          >
            {t("returns.due.pay", { amount })}
          </Button>
          <Button size="compact-md" variant="default" disabled={work.isPending} onClick={pay(0)}>
            {t("returns.due.payNothing")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
