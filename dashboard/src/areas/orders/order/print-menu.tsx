import { Menu } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconPrinter } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import type { Order } from "../print/print-page.tsx";
import { DownMenu } from "./down-menu.tsx";
import { packedParcels, saveCarrierDocuments, savePaper, saveParcelPaper } from "./paper-actions.ts";

/** What is printed about an order. */
export function PrintMenu({ order }: { order: Order }) {
  const { t, i18n } = useTranslation();
  const api = useApi();
  const may = useMay();
  const navigate = useNavigate();
  const work = useOrderWork();
  const { id } = order;
  const wanted = { order, language: i18n.language };
  const labels = async () => {
    if ((await saveCarrierDocuments(api, order)) === 0)
      notifications.show({ message: t("print.noCarrierLabels") });
  };
  return (
    <DownMenu label={t("print.menu")} icon={<IconPrinter size={16} aria-hidden />}>
      <Menu.Item onClick={() => navigate({ to: "/orders/$id/packing-slip", params: { id } })}>
        {t("print.packingSlip")}
      </Menu.Item>
      <Menu.Item onClick={() => navigate({ to: "/orders/$id/label", params: { id } })}>
        {t("print.label")}
      </Menu.Item>
      {may("orders:write") && order.status !== "canceled" && (
        <Menu.Item onClick={() => work.mutate(() => savePaper(api, wanted))}>{t("print.invoice")}</Menu.Item>
      )}
      {(["packingSlip", "returnForm"] as const).map((kind) => (
        <Menu.Item key={kind} onClick={() => work.mutate(() => saveParcelPaper(api, wanted, kind))}>
          {t(`print.pdf.${kind}`)}
        </Menu.Item>
      ))}
      {packedParcels(order).length > 0 && may("fulfillments:read") && (
        <Menu.Item onClick={() => work.mutate(labels)}>{t("print.carrierLabels")}</Menu.Item>
      )}
    </DownMenu>
  );
}
