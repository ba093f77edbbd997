import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../../kit/api/api.ts";

/** The customer with an email, one with an account before a guest; null if it is not known. */
export const knownCustomerQuery = (api: Api, email: string) =>
  queryOptions({
    queryKey: ["customers", "known", email.trim().toLowerCase()],
    enabled: email.includes("@"),
    async queryFn() {
      const wanted = email.trim().toLowerCase();
      const query = { q: wanted, limit: 20, fields: "id,email,first_name,last_name,has_account", expand: "" };
      const { customers } = (await api.GET("/admin/customers", { params: { query } })).data!;
      const same = customers.filter((each) => each.email.toLowerCase() === wanted);
      return same.find(({ has_account }) => has_account) ?? same[0] ?? null;
    },
  });
