import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { operations } from "@tradewind/client";
import type { Api } from "../../../../kit/api/api.ts";
import type { Discount } from "../discount-queries.ts";

export interface Sample {
  regionId: string | null;
  customerId: string | null;
  goods: { id: string; title: string; quantity: number }[];
  optionId: string | null;
}

export type TrialResult = operations["tryAdminDiscount"]["responses"][200]["content"]["application/json"];

/** It saves nothing, so it is read like everything else. */
export const trialQuery = (api: Api, { id, updated_at }: Discount, sample: Sample) =>
  queryOptions({
    queryKey: ["discount", id, "trial", updated_at, sample],
    enabled: sample.regionId !== null && sample.goods.length > 0,
    placeholderData: keepPreviousData,
    async queryFn() {
      const { regionId, customerId, goods, optionId } = sample;
      const body = {
        region_id: regionId!,
        ...(customerId && { customer_id: customerId }),
        items: goods.map((each) => ({ variant_id: each.id, quantity: each.quantity })),
        ...(optionId && { shipping_option_id: optionId }),
      };
      return (await api.POST("/admin/discounts/{id}/trial", { params: { path: { id } }, body })).data!;
    },
  });

export const optionsQuery = (api: Api, regionId: string | null) =>
  queryOptions({
    queryKey: ["shipping-options", "names", regionId],
    enabled: regionId !== null,
    async queryFn() {
      const query = { region_id: regionId!, is_return: false, limit: 100, fields: "id,name", expand: "" };
      return (await api.GET("/admin/shipping-options", { params: { query } })).data!.shipping_options;
    },
  });
