import { Alert, Anchor, Button, Group, Modal, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PaymentLink } from "../../../data/orders/payment-link.tsx";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { DecisionChoice } from "../decision-choice.tsx";
import { DeliverySelect } from "../delivery-select.tsx";
import { type Decision, decisionsFor, finishSwap, lacksCode, sendSwapBy } from "../exchange-actions.ts";
import { openSwapQuery, swapLinkQuery } from "../returns-queries.ts";

type Order = Schemas["AdminOrder"];

interface Props {
  order: Order;
  swap: Order["swaps"][number];
}

/** A swap that is not confirmed: its customer does it with the link, or the merchant for them. */
export function FinishSwap({ order, swap }: Props) {
  const { t } = useTranslation();
  const may = useMay();
  const [isOpen, setIsOpen] = useState(false);
  const { data: template } = useQuery(swapLinkQuery(useApi()));
  const link = swap.cart_id && template?.replace("{cart_id}", swap.cart_id);
  return (
    <Stack gap="xs" className="no-print">
      <Text size="sm">{t("returns.finish.waits")}</Text>
      {link && (
        <Text size="sm">
          {t("returns.finish.storefront")} <Anchor href={link}>{link}</Anchor>
        </Text>
      )}
      {swap.cart_id && (
        <PaymentLink cartId={swap.cart_id} email={order.email} refresh={["order", "returns"]} />
      )}
      {may("returns:write") && (
        <Group>
          <Button size="compact-md" onClick={() => setIsOpen(true)}>
            {t("returns.finish.open")}
          </Button>
        </Group>
      )}
      <Modal
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={t("returns.finish.title")}
        closeButtonProps={{ "aria-label": t("form.close") }}
      >
        <FinishForm order={order} swap={swap} onDone={() => setIsOpen(false)} />
      </Modal>
    </Stack>
  );
}

interface Choice {
  decision: Decision | null;
  giftCard: string;
}

function FinishForm({ order, swap, onDone }: Props & { onDone(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const format = useFormat();
  const [{ decision, giftCard }, setChoice] = useState<Choice>({ decision: null, giftCard: "" });
  const { data, error } = useQuery(openSwapQuery(api, swap.id));
  const ship = useOrderWork();
  const finish = useOrderWork(onDone);
  if (error)
    return (
      <Alert color="red" role="alert">
        {messageOf(error, t)}
      </Alert>
    );
  if (!data) return <Skeleton h={160} />;
  const { due, goods, optionId } = data;
  const ref = { orderId: order.id, id: swap.id };
  const chosen = decision ?? decisionsFor(due, may)[0] ?? null;
  const key = due > 0 ? "swapPays" : due < 0 ? "swapGets" : "swapEven";
  return (
    <Stack>
      <DeliverySelect
        regionId={order.region_id}
        currency={order.currency_code}
        goods={goods}
        value={optionId}
        disabled={ship.isPending}
        onChange={(id) => id && ship.mutate(() => sendSwapBy(api, ref, { optionId: id, price: null }))}
      />
      <Text fw={600}>
        {t(`flow.outcome.${key}`, { amount: format.money(Math.abs(due), order.currency_code) })}
      </Text>
      <DecisionChoice
        due={due}
        value={chosen}
        giftCard={giftCard}
        onChange={(changed) => setChoice((known) => ({ ...known, ...changed }))}
      />
      <Group justify="flex-end">
        <Button
          loading={finish.isPending}
          disabled={!optionId || (due > 0 && chosen === null) || lacksCode(chosen, giftCard)}
          onClick={() =>
            finish.mutate(() =>
              finishSwap(api, { ...ref, cartId: swap.cart_id!, due, decision: chosen, giftCard }),
            )
          }
        >
          {t("returns.finish.submit")}
        </Button>
      </Group>
    </Stack>
  );
}
