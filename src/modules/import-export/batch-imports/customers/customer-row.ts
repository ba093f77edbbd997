import { invalid } from "../../../../kernel/refusal.ts";
import { shortened, textOf } from "../csv/cells.ts";
import { type Header, unknownColumn } from "../csv/columns.ts";

const knownColumns = [
  "Customer Id",
  "Email",
  "First Name",
  "Last Name",
  "Phone",
  "Groups",
  // Columns of the export that are not imported.
  "Has Account",
  "Addresses",
  "Created At",
  "Tags",
  "Marketing Consent",
];

/** The customer data of a row. Fields without a column are absent and stay unchanged. */
export interface CustomerData {
  id: string;
  email: string;
  fields: { first_name?: string | null; last_name?: string | null; phone?: string | null };
  groups?: string[];
}

export function checkCustomerHeader(header: Header): void {
  const unknown = header.names.find((name) => !knownColumns.includes(name));
  if (unknown !== undefined) throw unknownColumn(unknown);
  header.require("Email");
}

export const emailOf = (header: Header, cells: readonly string[]): string =>
  header.cell(cells, "Email").trim().toLowerCase();

const fields = { first_name: "First Name", last_name: "Last Name", phone: "Phone" } as const;
const readText = textOf();

export function readCustomer(
  header: Header,
  cells: readonly string[],
  isEmail: (text: string) => boolean,
): CustomerData {
  const email = emailOf(header, cells);
  if (email === "") throw invalid("Email is required");
  if (!isEmail(email)) throw invalid(`Email must be an email, not "${shortened(email)}"`);
  const present = Object.entries(fields).filter(([, name]) => header.has(name));
  const data: CustomerData = {
    id: header.cell(cells, "Customer Id").trim(),
    email,
    fields: Object.fromEntries(
      present.map(([field, name]) => [field, readText(header.cell(cells, name), name)]),
    ),
  };
  if (header.has("Groups")) data.groups = groupsOf(header.cell(cells, "Groups"));
  return data;
}

/** The names are separated by commas, as in the export. */
export const groupsOf = (cell: string): string[] => [
  ...new Set(cell.split(",").flatMap((name) => name.trim() || [])),
];
