import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { addressLines } from "../../../data/people/address-lines.ts";
import { shopDetailsQuery } from "../../../data/shop/shop-details.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { useCountries } from "../../../kit/inputs/countries.ts";
import type { Order } from "./print-page.tsx";

/** What belongs into the parcel. Prices are not on it: it may be a present. */
export function PackingSlip({ order }: { order: Order }) {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const format = useFormat();
  const { nameOf } = useCountries();
  return (
    <article className="sheet">
      <Sender />
      <h1>{t("print.packingSlip")}</h1>
      <div className="sheet-columns">
        <section>
          <h2>{t("order.shippingAddress")}</h2>
          <address>{addressLines(order.shipping_address, nameOf).join("\n")}</address>
        </section>
        <section>
          <h2>{t("order.title", { number: numberOf(order) })}</h2>
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
          {(order.items ?? []).map((item) => (
            <SlipLine key={item.id} item={item} />
          ))}
        </tbody>
      </table>
    </article>
  );
}

/** Pieces that came back are not sent, and are named. */
function SlipLine({ item }: { item: Order["items"][number] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const returned = item.returned_quantity ?? 0;
  const pieces = item.quantity - returned;
  return (
    <tr>
      <td className="number">{format.number(pieces)}</td>
      <td>
        {[item.title, item.description].filter(Boolean).join(", ")}
        {returned > 0 && <div>{t("order.pieces.returned", { count: returned })}</div>}
      </td>
      <td>{item.variant?.sku}</td>
      <td>{pieces > 0 && <span className="sheet-box" aria-hidden />}</td>
    </tr>
  );
}

/** The shop, above everything else. */
export function Sender() {
  const { nameOf } = useCountries();
  const { data: shop } = useQuery(shopDetailsQuery(useApi()));
  if (!shop) return null;
  return (
    <header className="sheet-sender">
      {shop.logo_url && <img src={shop.logo_url} alt="" />}
      <div>
        <strong>{shop.name}</strong>
        <div>{addressLines(shop, nameOf).join(" · ")}</div>
      </div>
    </header>
  );
}
