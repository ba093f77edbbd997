import { Paper, Stack, Title } from "@mantine/core";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { goodsOf, namesOf } from "../exchange.ts";
import { claimSteps } from "../exchange-actions.ts";
import { ClaimShipping } from "./claim-shipping.tsx";
import { ExchangeRow, NewGoods, ReturnButtons } from "./exchange-parts.tsx";
import { RefundDue } from "./refund-due.tsx";
import { SwapRow } from "./swap-row.tsx";

type Order = Schemas["AdminOrder"];
type Return = Schemas["Return"];
type Claim = Order["claims"][number];

/** The returns, swaps and claims of an order, with their next steps. */
export function ExchangesCard({ order }: { order: Order }) {
  const { t } = useTranslation();
  const ofClaims = new Set(order.claims.map(({ return_order }) => return_order?.id));
  const returns = order.returns.filter(({ id }) => !ofClaims.has(id));
  if (returns.length + order.swaps.length + order.claims.length === 0) return null;
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="sm">
        {t("returns.ofOrder")}
      </Title>
      <Stack>
        {returns.map((each) => (
          <ReturnRow key={each.id} order={order} returned={each} />
        ))}
        {order.swaps.map((swap) => (
          <SwapRow key={swap.id} order={order} swap={swap} />
        ))}
        {order.claims.map((claim) => (
          <ClaimRow key={claim.id} order={order} claim={claim} />
        ))}
      </Stack>
    </Paper>
  );
}

function ReturnRow({ order, returned }: { order: Order; returned: Return }) {
  const { t } = useTranslation();
  const format = useFormat();
  const amount = format.money(returned.refund_amount, order.currency_code);
  return (
    <ExchangeRow
      id={returned.id}
      kind={t("returns.kinds.return")}
      state={t(`returns.states.return.${returned.status}`)}
      created={returned.created_at}
      goods={[goodsOf(order, returned.items), t("returns.refundOf", { amount })].join(" · ")}
    >
      <ReturnButtons order={order} returned={returned} />
      <RefundDue order={order} returned={returned} />
    </ExchangeRow>
  );
}

function ClaimRow({ order, claim }: { order: Order; claim: Claim }) {
  const { t } = useTranslation();
  const format = useFormat();
  const api = useApi();
  const sent = namesOf(claim.additional_items);
  const refund = format.money(claim.refund_amount ?? 0, order.currency_code);
  return (
    <ExchangeRow
      id={claim.id}
      kind={t("returns.kinds.claim")}
      state={t(
        claim.canceled_at ? "returns.states.return.canceled" : (`returns.states.type.${claim.type}` as const),
      )}
      created={claim.created_at}
      goods={[goodsOf(order, claim.claim_items), claim.type === "refund" ? refund : sent].join(" → ")}
    >
      <ReturnButtons order={order} returned={claim.return_order} />
      {claim.type === "replace" && !claim.canceled_at && claim.shipping_methods.length === 0 && (
        <ClaimShipping order={order} claimId={claim.id} />
      )}
      {claim.type === "replace" && !claim.canceled_at && (
        <NewGoods
          kind="claim"
          isConfirmed={claim.shipping_methods.length > 0}
          exchange={claim}
          steps={claimSteps(api, { orderId: order.id, id: claim.id })}
        />
      )}
    </ExchangeRow>
  );
}
