/**
 * Things of one kind by their id. What is put in is checked at run time too, as a plugin may be plain JavaScript:
 * better a clear message at the start than a missing function at the first order.
 */
export class Shelf<Thing extends object> {
  private readonly byId = new Map<string, Thing>();
  private readonly hidden = new Map<string, Thing>();

  constructor(
    private readonly what: string,
    private readonly idOf: (thing: Thing) => string,
    private readonly methods: readonly (keyof Thing & string)[],
  ) {}

  add(thing: Thing): void {
    if (typeof thing !== "object" || thing === null) throw new Error(`a ${this.what} must be an object`);
    const id: unknown = this.idOf(thing);
    if (typeof id !== "string" || !/^\S{1,200}$/.test(id)) {
      throw new Error(`a ${this.what} needs a name without spaces, not ${JSON.stringify(id)}`);
    }
    const missing = this.methods.filter((name) => typeof thing[name] !== "function");
    if (missing.length > 0) throw new Error(`the ${this.what} ${id} has no function ${missing.join(", ")}`);
    if (this.find(id)) throw new Error(`there is already a ${this.what} ${id}`);
    this.byId.set(id, thing);
  }

  /** One of the shop's own that is found by its id, but that nobody can choose. */
  addHidden(thing: Thing): void {
    this.hidden.set(this.idOf(thing), thing);
  }

  find(id: string): Thing | undefined {
    return this.byId.get(id) ?? this.hidden.get(id);
  }

  all(): Thing[] {
    return [...this.byId.values()];
  }

  ids(): string[] {
    return [...this.byId.keys()];
  }
}
