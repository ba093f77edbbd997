import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { trackingOf } from "../../../data/orders/shipment.ts";
import { addressLines } from "../../../data/people/address-lines.ts";
import { shopDetailsQuery } from "../../../data/shop/shop-details.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";
import { type Order, PrintPage } from "./print-page.tsx";

export const labelRoute = createLazyRoute("/shell/orders/$id/label")({ component: LabelPage });

function LabelPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: "/shell/orders/$id/label" });
  return (
    <PrintPage id={id} name={t("print.label")}>
      {(order) => <Label order={order} />}
    </PrintPage>
  );
}

/** To stick on the parcel. */
function Label({ order }: { order: Order }) {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const { nameOf } = useCountries();
  const { data: sender } = useQuery(shopDetailsQuery(useApi()));
  const numbers = order.fulfillments.flatMap((parcel) =>
    parcel.canceled_at ? [] : trackingOf(parcel).map(({ number }) => number),
  );
  return (
    <article className="sheet label-sheet">
      <h1 className="visually-hidden">{t("print.label")}</h1>
      <div>{sender && [sender.name, ...addressLines(sender, nameOf)].join(" · ")}</div>
      <address className="recipient">{addressLines(order.shipping_address, nameOf).join("\n")}</address>
      <div>{t("order.title", { number: numberOf(order) })}</div>
      {numbers.length > 0 && <div>{t("order.trackedBy", { numbers: numbers.join(", ") })}</div>}
    </article>
  );
}
