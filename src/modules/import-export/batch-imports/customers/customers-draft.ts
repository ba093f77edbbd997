import type { CustomerChange, KnownCustomer } from "../../../people/customers/index.ts";
import type { RepeatedKeys } from "../engine/repeated-keys.ts";

/** The changes of a simulation, which writes nothing to the database. */
export class SimulatedCustomers {
  readonly customers = new Map<string, KnownCustomer>();
  private readonly idsByEmail = new Map<string, string[]>();

  constructor(private readonly repeatedKeys: RepeatedKeys) {}

  /** Stores only customers that appear again in the file, or whose previous email becomes free. */
  put(customer: KnownCustomer, isMoved: boolean): void {
    const isNeeded =
      isMoved ||
      this.customers.has(customer.id) ||
      this.repeatedKeys.isRepeated("customer", customer.id) ||
      this.repeatedKeys.isRepeated("email", customer.email);
    if (!isNeeded) return;
    this.customers.set(customer.id, customer);
    const ids = this.idsByEmail.get(customer.email) ?? [];
    if (!ids.includes(customer.id)) this.idsByEmail.set(customer.email, [...ids, customer.id]);
  }

  find({ ids, emails }: { ids: readonly string[]; emails: readonly string[] }): KnownCustomer[] {
    const all = [...ids, ...emails.flatMap((email) => this.idsByEmail.get(email) ?? [])];
    return [...new Set(all)].flatMap((id) => this.customers.get(id) ?? []);
  }
}

interface DraftContents {
  /** The stored customers. */
  before: readonly KnownCustomer[];
  /** The customers after earlier rows of a simulation. */
  simulated: readonly KnownCustomer[];
  /** Group ids by name. */
  groups: ReadonlyMap<string, string>;
  simulation: SimulatedCustomers | null;
}

/** The customers of a chunk of rows, in their state before and after the rows. */
export class CustomersDraft {
  private readonly before: ReadonlyMap<string, KnownCustomer>;
  private readonly after = new Map<string, KnownCustomer>();
  private readonly byEmail = new Map<string, Set<string>>();

  constructor(private readonly contents: DraftContents) {
    this.before = new Map(contents.before.map((customer) => [customer.id, customer]));
    for (const customer of contents.before) this.index(customer);
    for (const customer of contents.simulated) {
      this.after.set(customer.id, customer);
      this.index(customer);
    }
  }

  groupId(name: string): string | undefined {
    return this.contents.groups.get(name);
  }

  find(id: string): KnownCustomer | null {
    return this.after.get(id) ?? this.before.get(id) ?? null;
  }

  /** A customer with an account takes precedence over a guest with the same email. */
  findByEmail(email: string): KnownCustomer | null {
    const all = this.withEmail(email);
    return all.find(({ has_account }) => has_account) ?? all[0] ?? null;
  }

  isTaken({ id, email, has_account }: KnownCustomer): boolean {
    return this.withEmail(email).some((each) => each.id !== id && each.has_account === has_account);
  }

  put(customer: KnownCustomer): void {
    const was = this.find(customer.id);
    this.after.set(customer.id, customer);
    this.index(customer);
    this.contents.simulation?.put(customer, was !== null && was.email !== customer.email);
  }

  /** Null without a change. */
  changeOf(id: string): CustomerChange | null {
    const before = this.before.get(id) ?? null;
    const after = this.find(id)!;
    const { groups, ...row } = after;
    const isSame =
      before !== null && Object.entries(row).every(([name, value]) => before[name as "id"] === value);
    const areGroupsSame = [...(before?.groups ?? [])].sort().join() === [...groups].sort().join();
    if (isSame && areGroupsSame) return null;
    return { before, after, groupIds: areGroupsSame ? null : groups.map((name) => this.groupId(name)!) };
  }

  private index({ id, email }: KnownCustomer): void {
    this.byEmail.set(email, (this.byEmail.get(email) ?? new Set()).add(id));
  }

  private withEmail(email: string): KnownCustomer[] {
    return [...(this.byEmail.get(email) ?? [])]
      .map((id) => this.find(id)!)
      .filter((customer) => customer.email === email);
  }
}
