import { invalid } from "../../../../kernel/refusal.ts";
import { shown, textOf } from "../csv/cells.ts";
import { type Header, unknownColumn } from "../csv/header.ts";

const known = [
  "Customer Id",
  "Email",
  "First Name",
  "Last Name",
  "Phone",
  "Groups",
  // Of the export; nothing of them can be imported.
  "Has Account",
  "Addresses",
  "Created At",
];

/** What a row says of a customer. What has no column is absent and stays as it is. */
export interface CustomerPart {
  id: string;
  email: string;
  fields: { first_name?: string | null; last_name?: string | null; phone?: string | null };
  groups?: string[];
}

export function checkCustomerHeader(header: Header): void {
  const unknown = header.names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownColumn(unknown);
  header.require("Email");
}

export const emailOf = (header: Header, cells: readonly string[]): string =>
  header.cell(cells, "Email").trim().toLowerCase();

const fields = { first_name: "First Name", last_name: "Last Name", phone: "Phone" } as const;
const read = textOf();

export function customerPart(
  header: Header,
  cells: readonly string[],
  isEmail: (text: string) => boolean,
): CustomerPart {
  const email = emailOf(header, cells);
  if (email === "") throw invalid("Email is required");
  if (!isEmail(email)) throw invalid(`Email must be an email, not "${shown(email)}"`);
  const present = Object.entries(fields).filter(([, name]) => header.has(name));
  const part: CustomerPart = {
    id: header.cell(cells, "Customer Id").trim(),
    email,
    fields: Object.fromEntries(present.map(([field, name]) => [field, read(header.cell(cells, name), name)])),
  };
  if (header.has("Groups")) part.groups = groupsOf(header.cell(cells, "Groups"));
  return part;
}

/** As the export joins them. */
export const groupsOf = (cell: string): string[] => [
  ...new Set(cell.split(",").flatMap((name) => name.trim() || [])),
];
