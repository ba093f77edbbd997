import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { PackingSlip } from "./packing-slip.tsx";
import { PrintPage } from "./print-page.tsx";

export const packingSlipRoute = createLazyRoute("/shell/orders/$id/packing-slip")({
  component: PackingSlipPage,
});

function PackingSlipPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: "/shell/orders/$id/packing-slip" });
  return (
    <PrintPage id={id} name={t("print.packingSlip")}>
      {(order) => <PackingSlip order={order} />}
    </PrintPage>
  );
}
