import type { Api } from "../../kit/api/api.ts";
import type { Choice } from "../../kit/inputs/countries.ts";

/* What FoundMultiSelect requests from the server. */
const FEW = 20;

const limited = (q: string) => ({ limit: FEW, ...(q && { q }) });

export async function findGroups(api: Api, text: string): Promise<Choice[]> {
  const query = { ...limited(text), fields: "id,name", expand: "" };
  const { customer_groups } = (await api.GET("/admin/customer-groups", { params: { query } })).data!;
  return customer_groups.map(({ id, name }) => ({ value: id, label: name }));
}

export async function findCustomers(api: Api, text: string): Promise<Choice[]> {
  const query = { ...limited(text), fields: "id,email,first_name,last_name", expand: "" };
  const { customers } = (await api.GET("/admin/customers", { params: { query } })).data!;
  return customers.map(({ id, email, first_name, last_name }) => {
    const name = [first_name, last_name].filter(Boolean).join(" ");
    return { value: id, label: name ? `${name} (${email})` : email };
  });
}
