import type { RowFor } from "../../../../graph/graph.ts";
import { viewOf } from "../../../../graph/selection.ts";
import { adminCustomersByGroup, customer } from "../../../people/customers/index.ts";
import type { CsvColumn } from "./csv.ts";
import { exportType } from "./export-type.ts";
import { fieldColumns } from "./field-columns.ts";

const customerView = viewOf({
  entity: customer,
  relations: ["groups", "tags", "consents"],
  fields: ["*", "shipping_addresses.id", "newest_addresses.first_name", "newest_addresses.last_name"],
});

type CustomerRow = RowFor<typeof customerView>;

const field = (name: string, column: keyof CustomerRow): CsvColumn<CustomerRow> => ({
  name,
  value: (row) => row[column],
});

const columns: CsvColumn<CustomerRow>[] = [
  field("Customer Id", "id"),
  field("Email", "email"),
  field("First Name", "first_name"),
  field("Last Name", "last_name"),
  field("Phone", "phone"),
  field("Has Account", "has_account"),
  {
    name: "Groups",
    value: (row) => row.groups.map(({ name }) => name).join(","),
  },
  { name: "Addresses", value: (row) => row.shipping_addresses.length },
  field("Created At", "created_at"),
  { name: "Tags", value: (row) => row.tags.map(({ name }) => name).join(",") },
  {
    name: "Marketing Consent",
    value: (row) =>
      row.consents
        .filter(({ is_given }) => is_given)
        .map(({ channel }) => channel)
        .join(","),
  },
];

const namedOf = (row: CustomerRow) => (row.first_name || row.last_name ? row : row.newest_addresses[0]);

const guestNames: readonly CsvColumn<CustomerRow>[] = [
  { name: "First Name", value: (row) => namedOf(row)?.first_name },
  { name: "Last Name", value: (row) => namedOf(row)?.last_name },
];

const relations = ["groups", "shipping_addresses", "tags", "consents"];

/** One line for each customer. */
export const customerExport = exportType({
  noun: "customer",
  permission: "personal-data:read",
  entity: customer,
  list: adminCustomersByGroup,
  filtersOf: (query) => adminCustomersByGroup.filters(query),
  relations,
  read: ({ graph }, request) => graph.rows(customerView, request),
  lines: (row) => [row],
  columns: ({ withGuestNames }, _, { graph }) => [
    ...columns.map(
      (column) => (withGuestNames && guestNames.find(({ name }) => name === column.name)) || column,
    ),
    ...fieldColumns<CustomerRow>(graph.registry.fields, {
      entity: "customer",
      prefix: "Field ",
      rowOf: (row) => row,
    }),
  ],
});
