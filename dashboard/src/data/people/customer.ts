import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../kit/api/api.ts";

/** Without the orders, which have a request of their own: a good customer has many. */
export const customerQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["customer", id],
    async queryFn() {
      const params = {
        path: { id },
        query: { expand: "groups,tags,shipping_addresses,billing_address,newest_addresses" },
      };
      return (await api.GET("/admin/customers/{id}", { params })).data!.customer;
    },
  });
