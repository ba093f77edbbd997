import type { Schemas } from "@tradewind/client";
import type { Region } from "../../../data/shop/settings-queries.ts";
import type { Api } from "../../../kit/api/api.ts";

export type ShippingOption = Schemas["AdminShippingOption"];

/** A type, not an interface: forms take records. */
export type OptionValues = {
  name: string;
  /** The carrier and its service. They cannot be changed later. */
  service: string;
  profile_id: string;
  price_type: "flat_rate" | "calculated";
  amount: number | null;
  min: number | null;
  max: number | null;
  admin_only: boolean;
  includes_tax: boolean;
};

const limitOf = (option: ShippingOption | null, type: "min_subtotal" | "max_subtotal") =>
  option?.requirements.find((requirement) => requirement.type === type);

export const valuesOf = (option: ShippingOption | null): OptionValues => ({
  name: option?.name ?? "",
  service: "",
  profile_id: option?.profile_id ?? "",
  price_type: option?.price_type ?? "flat_rate",
  amount: option?.amount ?? null,
  min: limitOf(option, "min_subtotal")?.amount ?? null,
  max: limitOf(option, "max_subtotal")?.amount ?? null,
  admin_only: option?.admin_only ?? false,
  includes_tax: option?.includes_tax ?? false,
});

/** The requirements that the option has keep their ids. */
function requirementsOf(option: ShippingOption | null, { min, max }: OptionValues) {
  const one = (type: "min_subtotal" | "max_subtotal", amount: number | null) => {
    const id = limitOf(option, type)?.id;
    return amount === null ? [] : [{ ...(id !== undefined && { id }), type, amount }];
  };
  return [...one("min_subtotal", min), ...one("max_subtotal", max)];
}

interface Kind {
  option: ShippingOption | null;
  region: Region;
  isReturn: boolean;
}

export function saveOption(api: Api, { option, region, isReturn }: Kind, given: OptionValues) {
  const { name, price_type, admin_only, includes_tax } = given;
  const amount = price_type === "flat_rate" ? given.amount : null;
  const body = { name, price_type, amount, admin_only, includes_tax };
  const requirements = requirementsOf(option, given);
  if (option) {
    const params = { path: { id: option.id } };
    return api.POST("/admin/shipping-options/{id}", { params, body: { ...body, requirements } });
  }
  const { provider_id, data } = JSON.parse(given.service) as { provider_id: string; data: object };
  return api.POST("/admin/shipping-options", {
    body: {
      ...body,
      requirements: requirements.map(({ type, amount: limit }) => ({ type, amount: limit })),
      provider_id,
      data: data as Record<string, never>,
      region_id: region.id,
      is_return: isReturn,
      ...(given.profile_id !== "" && { profile_id: given.profile_id }),
    },
  });
}
