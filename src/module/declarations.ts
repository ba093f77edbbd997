/** What modules declare under names, each by one module. Two that declare the same stop the start, and both are named. */
export class Declarations<Value> {
  private readonly byName = new Map<string, { value: Value; owner: string }>();

  /** `kind` is how messages call it: `entity`, `area`. */
  constructor(private readonly kind: string) {}

  add(owner: string, name: string, value: Value): void {
    const known = this.byName.get(name);
    if (known) throw new Error(`${this.kind} ${name} is declared by ${known.owner} and by ${owner}`);
    this.byName.set(name, { value, owner });
  }

  addAll(owner: string, values: Readonly<Record<string, Value>> = {}): void {
    for (const [name, value] of Object.entries(values)) this.add(owner, name, value);
  }

  has(name: string): boolean {
    return this.byName.has(name);
  }

  ownerOf(name: string): string {
    return this.byName.get(name)?.owner ?? "no module";
  }

  names(): string[] {
    return [...this.byName.keys()];
  }

  values(): Value[] {
    return [...this.byName.values()].map(({ value }) => value);
  }

  /** Without a prototype: names come from requests, too. */
  asRecord(): Readonly<Record<string, Value>> {
    const record: Record<string, Value> = Object.create(null);
    for (const [name, { value }] of this.byName) record[name] = value;
    return record;
  }

  /** Each with the module that declares it. */
  *[Symbol.iterator](): Iterator<{ name: string; value: Value; owner: string }> {
    for (const [name, declared] of this.byName) yield { name, ...declared };
  }
}
