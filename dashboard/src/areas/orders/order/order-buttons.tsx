import { Button, Group, Menu, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { Link, useNavigate } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import {
  archiveOrder,
  cancelOrder,
  captureOrder,
  completeOrder,
  unpackedItems,
  unsentFulfillments,
} from "../order-actions.ts";
import { ContactDialog } from "./contact-dialog.tsx";
import { DownMenu } from "./down-menu.tsx";
import { isRefundable } from "./is-refundable.ts";
import { PackDialog } from "./pack-dialog.tsx";
import { PrintMenu } from "./print-menu.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { ShipOrderDialog } from "./ship-order-dialog.tsx";

type Order = Schemas["AdminOrder"];

const DIALOGS = {
  refund: RefundDialog,
  pack: PackDialog,
  packAndShip: (props: DialogProps) => <PackDialog {...props} ships />,
  ship: ShipOrderDialog,
  contact: ContactDialog,
};
interface DialogProps {
  order: Order;
  onClose(): void;
}
type Dialog = keyof typeof DIALOGS;

/** What this user may do with this order now. */
function useAllowed(order: Order) {
  const may = useMay();
  const isOpen = order.status !== "canceled";
  const needsCapture = ["awaiting", "not_paid", "requires_action"].includes(order.payment_status);
  return {
    capture: isOpen && needsCapture && may("payments:write"),
    refund: isRefundable(order) && may("payments:write"),
    pack: isOpen && unpackedItems(order).length > 0 && may("fulfillments:write"),
    ship: isOpen && unsentFulfillments(order).length > 0 && may("fulfillments:write"),
    change: isOpen && may("orders:write"),
    exchange: isOpen && may("returns:write"),
    cancel: isOpen && may("orders:write") && may("payments:write"),
  };
}

/** The next step is a button; the rest is in the menu. */
export function OrderButtons({ order }: { order: Order }) {
  const { t } = useTranslation();
  const api = useApi();
  const work = useOrderWork();
  const allowed = useAllowed(order);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const Opened = dialog && DIALOGS[dialog];
  return (
    <Group gap="xs" className="no-print">
      {allowed.capture && (
        <Button loading={work.isPending} onClick={() => work.mutate(() => captureOrder(api, order.id))}>
          {t("orders.actions.capture")}
        </Button>
      )}
      {allowed.pack && (
        <Button variant={allowed.capture ? "light" : "filled"} onClick={() => setDialog("packAndShip")}>
          {t("order.packAndShip")}
        </Button>
      )}
      {!allowed.pack && allowed.ship && (
        <Button onClick={() => setDialog("ship")}>{t("orders.actions.ship")}</Button>
      )}
      {allowed.exchange && isSent(order) && <ReturnButton id={order.id} />}
      <PrintMenu order={order} />
      <MoreMenu order={order} allowed={allowed} onOpen={setDialog} work={work} />
      {Opened && <Opened order={order} onClose={() => setDialog(null)} />}
    </Group>
  );
}

/** Nothing is left to send: what comes next, if anything, is a return. */
const isSent = (order: Order) =>
  ["shipped", "partially_returned"].includes(order.fulfillment_status) && unpackedItems(order).length === 0;

function ReturnButton({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link {...props} to="/orders/$id/exchange" params={{ id }} search={{ kind: "return" }} />
      )}
    >
      {t("returns.kinds.return")}
    </Button>
  );
}

interface MoreProps {
  order: Order;
  allowed: ReturnType<typeof useAllowed>;
  onOpen(dialog: Dialog): void;
  work: ReturnType<typeof useOrderWork>;
}

function MoreMenu({ order, allowed, onOpen, work }: MoreProps) {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const api = useApi();
  const navigate = useNavigate();
  const confirmCancel = () =>
    modals.openConfirmModal({
      title: t("order.cancelTitle", { number: numberOf(order) }),
      children: <Text>{t("order.cancelText")}</Text>,
      labels: { confirm: t("order.cancel"), cancel: t("action.back") },
      confirmProps: { color: "red.8" },
      onConfirm: () => work.mutate(() => cancelOrder(api, order.id)),
    });
  const isPending = order.status === "pending";
  const isArchived = order.status === "archived";
  return (
    <DownMenu label={t("action.more")}>
      {allowed.pack && <Menu.Item onClick={() => onOpen("pack")}>{t("order.packSome")}</Menu.Item>}
      {allowed.refund && <Menu.Item onClick={() => onOpen("refund")}>{t("order.refund.open")}</Menu.Item>}
      {allowed.change && (
        <>
          <Menu.Item onClick={() => navigate({ to: "/orders/$id/edit", params: { id: order.id } })}>
            {t("edit.open")}
          </Menu.Item>
          <Menu.Item onClick={() => onOpen("contact")}>{t("order.contact.open")}</Menu.Item>
          {isPending && (
            <Menu.Item onClick={() => work.mutate(() => completeOrder(api, order.id))}>
              {t("order.complete")}
            </Menu.Item>
          )}
          {!isArchived && (
            <Menu.Item onClick={() => work.mutate(() => archiveOrder(api, order.id))}>
              {t("orders.actions.archive")}
            </Menu.Item>
          )}
        </>
      )}
      {allowed.exchange && (
        <Menu.Item onClick={() => navigate({ to: "/orders/$id/exchange", params: { id: order.id } })}>
          {t("returns.open")}
        </Menu.Item>
      )}
      {allowed.cancel && (
        <Menu.Item color="red" onClick={confirmCancel}>
          {t("order.cancel")}
        </Menu.Item>
      )}
    </DownMenu>
  );
}
