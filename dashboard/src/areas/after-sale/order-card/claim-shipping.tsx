import { Stack, Text } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { DeliverySelect } from "../delivery-select.tsx";
import { sendClaimBy } from "../exchange-actions.ts";

/** A claim that was made without it: its goods could never be packed. */
export function ClaimShipping({ order, claimId }: { order: Schemas["AdminOrder"]; claimId: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const work = useOrderWork();
  if (!useMay()("returns:write")) return <Text size="sm">{t("returns.noShipping")}</Text>;
  return (
    <Stack gap={4} maw={420} className="no-print">
      <Text size="sm">{t("returns.noShipping")}</Text>
      <DeliverySelect
        regionId={order.region_id}
        currency={order.currency_code}
        value={null}
        disabled={work.isPending}
        onChange={(optionId) =>
          optionId && work.mutate(() => sendClaimBy(api, { orderId: order.id, id: claimId }, optionId))
        }
      />
    </Stack>
  );
}
