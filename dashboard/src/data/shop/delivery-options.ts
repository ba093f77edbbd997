import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../kit/api/api.ts";
import type { Format } from "../../kit/format/format.ts";

/** Options that goods can be sent with, also those that customers do not see. */
export const deliveryOptionsQuery = (api: Api, regionId: string) =>
  queryOptions({
    queryKey: ["shipping-options", "deliveries", regionId],
    async queryFn() {
      const query = { region_id: regionId, is_return: false };
      const { shipping_options } = (await api.GET("/admin/shipping-options", { params: { query } })).data!;
      return [...shipping_options].sort((a, b) => rankOf(a) - rankOf(b));
    },
  });

/** What always suits comes first, then what needs a value of the goods. What gift cards are sent by is seldom meant. */
const rankOf = ({ profile, requirements }: Schemas["AdminShippingOption"]): number =>
  profile?.type === "gift_card" ? 2 : (requirements?.length ?? 0) > 0 ? 1 : 0;

type Requirement = { type: "min_subtotal" | "max_subtotal"; amount: number };

/** What requirements of options are compared with: the goods before discounts, without and with taxes. */
export interface GoodsValue {
  net: number;
  gross: number;
}

interface Required {
  includes_tax?: boolean;
  requirements?: readonly Requirement[] | null;
}

/** The requirement that goods of this value do not meet. The server decides by the same rule. */
export function unmetRequirement(
  { includes_tax, requirements }: Required,
  { net, gross }: GoodsValue,
): Requirement | undefined {
  const value = includes_tax ? gross : net;
  return requirements?.find(({ type, amount }) =>
    type === "min_subtotal" ? value < amount : value >= amount,
  );
}

/** The value of lines as the server shows them. Null: it does not show it. */
export function valueOfLines(
  lines: readonly { subtotal?: number | null; tax_total?: number | null }[] | undefined,
): GoodsValue | null {
  if (!lines || lines.some(({ subtotal }) => typeof subtotal !== "number")) return null;
  const net = lines.reduce((sum, { subtotal }) => sum + subtotal!, 0);
  return { net, gross: lines.reduce((sum, { tax_total }) => sum + (tax_total ?? 0), net) };
}

interface Option {
  id: string;
  name: string;
  amount: number | null;
  price_incl_tax?: number | null;
}

interface Shown {
  format: Format;
  currency: string;
  /** Beside amounts with taxes. Otherwise prices are shown as they are written. */
  isWithTaxes: boolean;
}

/** "Standard · €5.00" */
export const deliveryChoices = (options: readonly Option[], { format, currency, isWithTaxes }: Shown) =>
  options.map(({ id, name, amount, price_incl_tax }) => {
    const price = isWithTaxes ? (price_incl_tax ?? amount) : amount;
    return {
      value: id,
      label: [name, price === null ? null : format.money(price, currency)].filter(Boolean).join(" · "),
    };
  });
