import type { CustomerChange, KnownCustomer } from "../../customers/index.ts";

/** What a rehearsal has to keep in mind, as nothing is written. */
export type CustomerMemory = Map<string, KnownCustomer>;

/** The customers that some rows are about, and what becomes of them row by row. */
export class KnownCustomers {
  private readonly after = new Map<string, KnownCustomer>();

  constructor(
    private readonly before: ReadonlyMap<string, KnownCustomer>,
    readonly groups: ReadonlyMap<string, string>,
    private readonly memory: CustomerMemory | null,
  ) {
    for (const [id, customer] of memory ?? []) this.after.set(id, customer);
  }

  find(id: string): KnownCustomer | null {
    return this.after.get(id) ?? this.before.get(id) ?? null;
  }

  /** Somebody with an account counts before a guest with the same email. */
  findByEmail(email: string): KnownCustomer | null {
    const [found = null] = this.withEmail(email).sort((a, b) => Number(b.has_account) - Number(a.has_account));
    return found;
  }

  isTaken({ id, email, has_account }: KnownCustomer): boolean {
    return this.withEmail(email).some((each) => each.id !== id && each.has_account === has_account);
  }

  put(customer: KnownCustomer): void {
    this.after.set(customer.id, customer);
    this.memory?.set(customer.id, customer);
  }

  changeOf(id: string): CustomerChange | null {
    const before = this.before.get(id) ?? null;
    const after = this.after.get(id)!;
    const { groups, ...row } = after;
    const isSame = before !== null && Object.entries(row).every(([name, value]) => before[name as "id"] === value);
    const areGroupsSame = [...(before?.groups ?? [])].sort().join() === [...groups].sort().join();
    if (isSame && areGroupsSame) return null;
    return { before, after, groupIds: areGroupsSame ? null : groups.map((name) => this.groups.get(name)!) };
  }

  private withEmail(email: string): KnownCustomer[] {
    const ids = new Set([...this.before.keys(), ...this.after.keys()]);
    return [...ids].map((id) => this.find(id)!).filter((customer) => customer.email === email);
  }
}
