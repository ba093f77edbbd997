import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { addressLines } from "../../../data/people/address-lines.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";
import { type Order, PrintPage } from "./print-page.tsx";

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

/** What belongs into the parcel. Prices are not on it: it may be a present. */
function PackingSlip({ order }: { order: Order }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { nameOf } = useCountries();
  const lines = (order.items ?? []).map((item) => ({
    ...item,
    pieces: item.quantity - (item.returned_quantity ?? 0),
  }));
  return (
    <article className="sheet">
      <h1>{t("print.packingSlip")}</h1>
      <div className="sheet-columns">
        <section>
          <h2>{t("order.shippingAddress")}</h2>
          <address>{addressLines(order.shipping_address, nameOf).join("\n")}</address>
        </section>
        <section>
          <h2>{t("order.title", { number: order.display_id })}</h2>
          <div>{format.date(order.created_at)}</div>
          <div>
            {order.shipping_methods
              .map(({ shipping_option }) => shipping_option?.name)
              .filter(Boolean)
              .join(", ")}
          </div>
        </section>
      </div>
      <table>
        <thead>
          <tr>
            <th className="number">{t("print.pieces")}</th>
            <th>{t("print.article")}</th>
            <th>{t("print.sku")}</th>
            <th>{t("print.packed")}</th>
          </tr>
        </thead>
        <tbody>
          {lines
            .filter(({ pieces }) => pieces > 0)
            .map((item) => (
              <tr key={item.id}>
                <td className="number">{format.number(item.pieces)}</td>
                <td>{[item.title, item.description].filter(Boolean).join(", ")}</td>
                <td>{item.variant?.sku}</td>
                <td>
                  <span className="sheet-box" aria-hidden />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </article>
  );
}
