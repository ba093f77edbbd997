import { queryOptions } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import type { Api } from "../../../kit/api/api.ts";

export const SHOWN_EARLIER = 5;

/** Before the order, by the same customer. A guest's orders belong to the customer of the email. */
export const earlierOrdersQuery = (
  api: Api,
  { id, customer_id, created_at }: Pick<Schemas["AdminOrder"], "id" | "customer_id" | "created_at">,
) =>
  queryOptions({
    queryKey: ["orders", "before", id],
    async queryFn() {
      const query = {
        customer_id,
        created_at: { lt: created_at },
        limit: SHOWN_EARLIER,
        fields: "id,display_id,external_id,created_at,payment_status,currency_code,total",
        expand: "",
      };
      const { orders, count } = (await api.GET("/admin/orders", { params: { query } })).data!;
      return { orders, count };
    },
  });
