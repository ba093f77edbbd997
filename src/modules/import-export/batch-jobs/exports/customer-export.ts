import type { Row } from "../../../../graph/graph.ts";
import { adminCustomersOfGroups, customer } from "../../../people/customers/index.ts";
import type { CsvColumn } from "./csv.ts";
import { exportType } from "./export-type.ts";

const field = (name: string, column: string): CsvColumn<Row> => ({ name, value: (row) => row[column] });

const columns: CsvColumn<Row>[] = [
  field("Customer Id", "id"),
  field("Email", "email"),
  field("First Name", "first_name"),
  field("Last Name", "last_name"),
  field("Phone", "phone"),
  field("Has Account", "has_account"),
  {
    name: "Groups",
    value: (row) => (row["groups"] as { name: string }[]).map(({ name }) => name).join(","),
  },
  { name: "Addresses", value: (row) => (row["shipping_addresses"] as unknown[]).length },
  field("Created At", "created_at"),
];

const relations = ["groups", "shipping_addresses"];

const whole = {
  entity: customer,
  relations: ["groups"],
  fields: [...Object.keys(customer.columns), "shipping_addresses.id"],
};

/** A line for each customer. */
export const customerExport = exportType({
  noun: "customer",
  entity: customer,
  list: adminCustomersOfGroups,
  filtersOf: (query) => adminCustomersOfGroups.filters(query),
  relations,
  read: ({ graph }, request) => graph.rows(whole, request),
  lines: (row) => [row],
  columns: () => columns,
});
