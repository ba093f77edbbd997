import type { CustomerChange, KnownCustomer } from "../../../people/customers/index.ts";
import type { Sightings } from "../engine/sightings.ts";

/** What a rehearsal has to keep in mind, as nothing is written. */
export class CustomerMemory {
  readonly customers = new Map<string, KnownCustomer>();
  private readonly idsByEmail = new Map<string, string[]>();

  constructor(private readonly sightings: Sightings) {}

  /** Only those that come again in the file, or whose old email is free from now on. */
  put(customer: KnownCustomer, isMoved: boolean): void {
    const isNeeded =
      isMoved ||
      this.customers.has(customer.id) ||
      this.sightings.isRepeated("customer", customer.id) ||
      this.sightings.isRepeated("email", customer.email);
    if (!isNeeded) return;
    this.customers.set(customer.id, customer);
    const ids = this.idsByEmail.get(customer.email) ?? [];
    if (!ids.includes(customer.id)) this.idsByEmail.set(customer.email, [...ids, customer.id]);
  }

  about({ ids, emails }: { ids: readonly string[]; emails: readonly string[] }): KnownCustomer[] {
    const all = [...ids, ...emails.flatMap((email) => this.idsByEmail.get(email) ?? [])];
    return [...new Set(all)].flatMap((id) => this.customers.get(id) ?? []);
  }
}

interface Parts {
  /** As they are in the database. */
  before: readonly KnownCustomer[];
  /** As earlier rows of a rehearsal would have left them. */
  remembered: readonly KnownCustomer[];
  /** Ids by names. */
  groups: ReadonlyMap<string, string>;
  memory: CustomerMemory | null;
}

/** The customers that some rows are about, and what becomes of them row by row. */
export class KnownCustomers {
  private readonly before: ReadonlyMap<string, KnownCustomer>;
  private readonly after = new Map<string, KnownCustomer>();
  private readonly byEmail = new Map<string, Set<string>>();

  constructor(private readonly parts: Parts) {
    this.before = new Map(parts.before.map((customer) => [customer.id, customer]));
    for (const customer of parts.before) this.index(customer);
    for (const customer of parts.remembered) {
      this.after.set(customer.id, customer);
      this.index(customer);
    }
  }

  groupId(name: string): string | undefined {
    return this.parts.groups.get(name);
  }

  find(id: string): KnownCustomer | null {
    return this.after.get(id) ?? this.before.get(id) ?? null;
  }

  /** Somebody with an account counts before a guest with the same email. */
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
    this.parts.memory?.put(customer, was !== null && was.email !== customer.email);
  }

  /** Null when it is as it was. */
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
