import type { Connection } from "../../../../db/database.ts";
import { isEmail } from "../../../../http/validation.ts";
import { newId } from "../../../../kernel/ids.ts";
import { duplicate, invalid, notFound, Refusal } from "../../../../kernel/refusal.ts";
import {
  type CustomerChange,
  findGroupsByName,
  findKnownCustomers,
  type KnownCustomer,
  saveKnownCustomers,
} from "../../../people/customers/index.ts";
import { shortened } from "../csv/cells.ts";
import type { Header } from "../csv/columns.ts";
import { checkedFileContext } from "../engine/import-file.ts";
import { importType } from "../engine/import-type.ts";
import { type GroupOutcome, type ImportContext, type Importer, refusedGroup } from "../engine/importer.ts";
import { RepeatedKeys } from "../engine/repeated-keys.ts";
import type { RowGroup } from "../engine/row-groups.ts";
import { type CustomerData, checkCustomerHeader, emailOf, groupsOf, readCustomer } from "./customer-row.ts";
import { CustomersDraft, SimulatedCustomers } from "./customers-draft.ts";

const operations = ["CUSTOMER_CREATE", "CUSTOMER_UPDATE"] as const;

/** Imports customers from the columns of the customer export. New customers are guests: an account needs a password. */
export const customerImport = importType<CustomerChange>({
  id: "customer-import",
  permission: "customers:write",
  operations,
  tables: ["customer", "customer_group_customers"],
  checkedContext: async (_, context) => checkedFileContext(context),
  open: openCustomers,
  stat: (counts) => ({
    key: "customer-import-count",
    name: "Customers to import",
    message: `There will be ${counts.CUSTOMER_CREATE} customers created (${counts.CUSTOMER_UPDATE} updated).`,
  }),
});

async function openCustomers({ header, isSimulation }: ImportContext): Promise<Importer<CustomerChange>> {
  checkCustomerHeader(header);
  const repeatedKeys = new RepeatedKeys();
  const simulation = isSimulation ? new SimulatedCustomers(repeatedKeys) : null;
  return {
    keyOf: ({ number }) => String(number),
    scan: ({ cells }) => {
      repeatedKeys.record("email", emailOf(header, cells));
      const id = header.cell(cells, "Customer Id").trim();
      repeatedKeys.record("customer", id);
      return [id === "" ? "CUSTOMER_CREATE" : "CUSTOMER_UPDATE"];
    },
    plan: async (on, groups) => {
      const known = await readCustomers(on, { header, groups, simulation });
      return withChanges(
        known,
        groups.map((group) => planRow(known, header, group)),
      );
    },
    save: saveKnownCustomers,
  };
}

interface CustomerRead {
  header: Header;
  groups: readonly RowGroup[];
  simulation: SimulatedCustomers | null;
}

async function readCustomers(
  on: Connection,
  { header, groups, simulation }: CustomerRead,
): Promise<CustomersDraft> {
  const rows = groups.flatMap(({ rows: [row] }) => row ?? []);
  const valuesOf = (read: (cells: string[]) => string | string[]) => [
    ...new Set(rows.flatMap(({ cells }) => read(cells)).filter((value) => value !== "")),
  ];
  const named = {
    ids: valuesOf((cells) => header.cell(cells, "Customer Id").trim()),
    emails: valuesOf((cells) => emailOf(header, cells)),
  };
  const before = await findKnownCustomers(on, named, simulation === null);
  const groupNames = valuesOf((cells) => groupsOf(header.cell(cells, "Groups")));
  const found = await findGroupsByName(on, [...groupNames, ...before.flatMap(({ groups: own }) => own)]);
  const groupIds = new Map(found.map(({ id, name }) => [name, id]));
  const ids = [...named.ids, ...before.map(({ id }) => id)];
  const simulated = simulation?.find({ ids, emails: named.emails }) ?? [];
  return new CustomersDraft({ before, simulated, groups: groupIds, simulation });
}

function planRow(known: CustomersDraft, header: Header, group: RowGroup): GroupOutcome<string> {
  try {
    const data = readCustomer(header, group.rows[0]!.cells, isEmail);
    const found = findExisting(known, data);
    const next = changedCustomer(known, found ?? newGuest(data.email), data);
    known.put(next);
    return {
      rows: 1,
      refused: [],
      operations: { [found ? "CUSTOMER_UPDATE" : "CUSTOMER_CREATE"]: 1 },
      plan: next.id,
    };
  } catch (error) {
    if (error instanceof Refusal) return refusedGroup(group, error);
    throw error;
  }
}

function findExisting(known: CustomersDraft, { id, email }: CustomerData): KnownCustomer | null {
  if (id === "") return known.findByEmail(email);
  const found = known.find(id);
  if (!found) throw notFound("Customer", id);
  return found;
}

const newGuest = (email: string): KnownCustomer => ({
  id: newId("cus"),
  email,
  first_name: null,
  last_name: null,
  phone: null,
  has_account: false,
  groups: [],
});

function changedCustomer(known: CustomersDraft, customer: KnownCustomer, data: CustomerData): KnownCustomer {
  if (customer.has_account && customer.email !== data.email) {
    throw invalid("Email cannot be changed when the user has registered their account");
  }
  const { groups = customer.groups } = data;
  // A group name with a comma is split in a file; that alone is no change.
  const areSame = groupsOf(customer.groups.join(",")).sort().join() === [...groups].sort().join();
  const unknown = areSame ? undefined : groups.find((name) => known.groupId(name) === undefined);
  if (unknown !== undefined) {
    throw new Refusal("not_found", `There is no customer group ${shortened(unknown)}`);
  }
  const next = {
    ...customer,
    ...data.fields,
    email: data.email,
    groups: areSame ? customer.groups : groups,
  };
  if (known.isTaken(next)) throw duplicate("Another customer already has the given email");
  return next;
}

/** A customer with several rows in a chunk is written once, in the state after the last row. */
function withChanges(
  known: CustomersDraft,
  outcomes: GroupOutcome<string>[],
): GroupOutcome<CustomerChange>[] {
  const written = new Set<string>();
  return outcomes
    .reverse()
    .map((outcome) => {
      const { plan: id } = outcome;
      if (id === null || written.has(id)) return { ...outcome, plan: null };
      written.add(id);
      return { ...outcome, plan: known.changeOf(id) };
    })
    .reverse();
}
