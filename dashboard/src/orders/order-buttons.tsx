import { Button, Group, Menu, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { IconChevronDown, IconPrinter } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useApi } from "../api/api.ts";
import { messageOf } from "../api/error-message.ts";
import {
  archiveOrder,
  cancelOrder,
  captureOrder,
  packAndShip,
  packOrder,
  shipOrder,
  unpackedItems,
  unsentFulfillments,
} from "./order-actions.ts";

type Order = Schemas["AdminOrder"];

/** The next step is a button; the rest is in the menu. */
export function OrderButtons({ order }: { order: Order }) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const work = useMutation({
    mutationFn: (step: () => Promise<unknown>) => step(),
    onSettled: () =>
      Promise.all(
        ["order", "orders", "analytics"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ),
    onError: (error) => notifications.show({ color: "red", message: messageOf(error, t) }),
  });
  const isOpen = order.status !== "canceled";
  const canCapture = isOpen && ["awaiting", "not_paid", "requires_action"].includes(order.payment_status);
  const canPack = isOpen && unpackedItems(order).length > 0;
  const canShip = isOpen && unsentFulfillments(order).length > 0;
  const confirmCancel = () =>
    modals.openConfirmModal({
      title: t("order.cancelTitle", { number: order.display_id }),
      children: <Text>{t("order.cancelText")}</Text>,
      labels: { confirm: t("order.cancel"), cancel: t("action.back") },
      confirmProps: { color: "red" },
      onConfirm: () => work.mutate(() => cancelOrder(api, order.id)),
    });
  return (
    <Group gap="xs" className="no-print">
      {canCapture && (
        <Button loading={work.isPending} onClick={() => work.mutate(() => captureOrder(api, order.id))}>
          {t("orders.actions.capture")}
        </Button>
      )}
      {canPack && (
        <Button
          variant={canCapture ? "light" : "filled"}
          loading={work.isPending}
          onClick={() => work.mutate(() => packAndShip(api, order))}
        >
          {t("order.packAndShip")}
        </Button>
      )}
      {!canPack && canShip && (
        <Button loading={work.isPending} onClick={() => work.mutate(() => shipOrder(api, order))}>
          {t("orders.actions.ship")}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            {t("action.more")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {canPack && (
            <Menu.Item onClick={() => work.mutate(() => packOrder(api, order))}>
              {t("orders.actions.pack")}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
            {t("order.print")}
          </Menu.Item>
          {order.status !== "archived" && isOpen && (
            <Menu.Item onClick={() => work.mutate(() => archiveOrder(api, order.id))}>
              {t("orders.actions.archive")}
            </Menu.Item>
          )}
          {isOpen && (
            <Menu.Item color="red" onClick={confirmCancel}>
              {t("order.cancel")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
