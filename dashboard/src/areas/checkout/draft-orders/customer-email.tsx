import { Autocomplete, type AutocompleteProps } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { nameOf } from "../../../data/people/customer-name.ts";
import { knownCustomerQuery } from "../../../data/people/known-customer.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";

const foundQuery = (api: Api, q: string) => ({
  queryKey: ["customers", "picked", q],
  placeholderData: keepPreviousData,
  enabled: q.length > 1,
  async queryFn() {
    const query = { q, limit: 10, fields: "id,email,first_name,last_name", expand: "" };
    return (await api.GET("/admin/customers", { params: { query } })).data!.customers;
  },
});

/** The email of a customer: typed, or found by the name of a known one. */
export function CustomerEmail(props: Omit<AutocompleteProps, "data" | "label" | "description">) {
  const { t } = useTranslation();
  const api = useApi();
  const [typed] = useDebouncedValue(String(props.value ?? "").trim(), 200);
  const { data: found = [] } = useQuery(foundQuery(api, typed));
  const { data: known } = useQuery(knownCustomerQuery(api, typed));
  const names = new Map(found.map((each) => [each.email, nameOf(each)]));
  return (
    <Autocomplete
      label={t("customers.email")}
      description={known ? t("drafts.knownCustomer", { name: nameOf(known) }) : t("drafts.customerHelp")}
      type="text"
      inputMode="email"
      // Only while it is open, so that the label is that of the field alone.
      comboboxProps={{ keepMounted: false }}
      {...props}
      data={[...names.keys()]}
      // The server has searched, by names, too.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const name = names.get(option.value);
        return name && name !== option.value ? `${name} (${option.value})` : option.value;
      }}
    />
  );
}
