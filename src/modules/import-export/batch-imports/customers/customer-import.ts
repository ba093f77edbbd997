import type { Connection } from "../../../../db/database.ts";
import { isEmail } from "../../../../http/validation.ts";
import { newId } from "../../../../kernel/ids.ts";
import { duplicate, invalid, notFound, Refusal } from "../../../../kernel/refusal.ts";
import {
  type CustomerChange,
  findCustomersNamed,
  findGroupsNamed,
  type KnownCustomer,
  saveKnownCustomers,
} from "../../../people/customers/index.ts";
import { shown } from "../csv/cells.ts";
import type { Header } from "../csv/header.ts";
import { fileContext } from "../engine/file-context.ts";
import { importType } from "../engine/import-type.ts";
import type { Importer, Opening } from "../engine/importer.ts";
import { refusedGroup } from "../engine/refused.ts";
import type { RowGroup } from "../engine/row-groups.ts";
import { Sightings } from "../engine/sightings.ts";
import type { Outcome } from "../engine/tally.ts";
import { type CustomerPart, checkCustomerHeader, customerPart, emailOf, groupsOf } from "./customer-row.ts";
import { CustomerMemory, KnownCustomers } from "./known-customers.ts";

const operations = ["CUSTOMER_CREATE", "CUSTOMER_UPDATE"] as const;

/** Customers, in the columns of the customer export. New ones are guests: an account needs a password. */
export const customerImport = importType<CustomerChange>({
  id: "customer-import",
  operations,
  tables: ["customer", "customer_group_customers"],
  checkedContext: async (_, context) => fileContext(context),
  open: openCustomers,
  stat: (counts) => ({
    key: "customer-import-count",
    name: "Customers to import",
    message: `There will be ${counts.CUSTOMER_CREATE} customers created (${counts.CUSTOMER_UPDATE} updated).`,
  }),
});

async function openCustomers({ header, isRehearsal }: Opening): Promise<Importer<CustomerChange>> {
  checkCustomerHeader(header);
  const sightings = new Sightings();
  const memory = isRehearsal ? new CustomerMemory(sightings) : null;
  return {
    keyOf: ({ number }) => String(number),
    look: ({ cells }) => {
      sightings.note("email", emailOf(header, cells));
      const id = header.cell(cells, "Customer Id").trim();
      sightings.note("customer", id);
      return [id === "" ? "CUSTOMER_CREATE" : "CUSTOMER_UPDATE"];
    },
    plan: async (on, groups) => {
      const known = await readCustomers(on, { header, groups, memory });
      return withChanges(
        known,
        groups.map((group) => planned(known, header, group)),
      );
    },
    save: saveKnownCustomers,
  };
}

interface Reading {
  header: Header;
  groups: readonly RowGroup[];
  memory: CustomerMemory | null;
}

async function readCustomers(on: Connection, { header, groups, memory }: Reading): Promise<KnownCustomers> {
  const rows = groups.flatMap(({ rows: [row] }) => row ?? []);
  const valuesOf = (read: (cells: string[]) => string | string[]) => [
    ...new Set(rows.flatMap(({ cells }) => read(cells)).filter((value) => value !== "")),
  ];
  const named = {
    ids: valuesOf((cells) => header.cell(cells, "Customer Id").trim()),
    emails: valuesOf((cells) => emailOf(header, cells)),
  };
  const before = await findCustomersNamed(on, named, memory === null);
  const wanted = valuesOf((cells) => groupsOf(header.cell(cells, "Groups")));
  const found = await findGroupsNamed(on, [...wanted, ...before.flatMap(({ groups: own }) => own)]);
  const groupIds = new Map(found.map(({ id, name }) => [name, id]));
  const ids = [...named.ids, ...before.map(({ id }) => id)];
  const remembered = memory?.about({ ids, emails: named.emails }) ?? [];
  return new KnownCustomers({ before, remembered, groups: groupIds, memory });
}

function planned(known: KnownCustomers, header: Header, group: RowGroup): Outcome<string> {
  try {
    const part = customerPart(header, group.rows[0]!.cells, isEmail);
    const found = knownBy(known, part);
    const next = changed(known, found ?? guest(part.email), part);
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

function knownBy(known: KnownCustomers, { id, email }: CustomerPart): KnownCustomer | null {
  if (id === "") return known.findByEmail(email);
  const found = known.find(id);
  if (!found) throw notFound("Customer", id);
  return found;
}

const guest = (email: string): KnownCustomer => ({
  id: newId("cus"),
  email,
  first_name: null,
  last_name: null,
  phone: null,
  has_account: false,
  groups: [],
});

function changed(known: KnownCustomers, customer: KnownCustomer, part: CustomerPart): KnownCustomer {
  if (customer.has_account && customer.email !== part.email) {
    throw invalid("Email cannot be changed when the user has registered their account");
  }
  const { groups = customer.groups } = part;
  // Names with a comma are several in a file; that alone changes nothing.
  const areSame = groupsOf(customer.groups.join(",")).sort().join() === [...groups].sort().join();
  const unknown = areSame ? undefined : groups.find((name) => known.groupId(name) === undefined);
  if (unknown !== undefined) {
    throw new Refusal("not_found", `There is no customer group ${shown(unknown)}`);
  }
  const next = {
    ...customer,
    ...part.fields,
    email: part.email,
    groups: areSame ? customer.groups : groups,
  };
  if (known.isTaken(next)) throw duplicate("Another customer already has the given email");
  return next;
}

/** A customer that several rows of a chunk are about is written once, with the last of them. */
function withChanges(known: KnownCustomers, outcomes: Outcome<string>[]): Outcome<CustomerChange>[] {
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
