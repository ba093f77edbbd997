/**
 * Registered providers (or subscribers, job types) of one kind, by id. Checked at run time too, because a plugin can be plain
 * JavaScript: a clear message at the start is better than a missing function at the first order.
 */
export class Registrations<Thing extends object> {
  private readonly byId = new Map<string, Thing>();
  private readonly hidden = new Map<string, Thing>();

  constructor(
    private readonly kind: string,
    private readonly idOf: (thing: Thing) => string,
    private readonly methods: readonly (keyof Thing & string)[],
  ) {}

  add(thing: Thing): void {
    if (typeof thing !== "object" || thing === null) throw new Error(`a ${this.kind} must be an object`);
    const id: unknown = this.idOf(thing);
    if (typeof id !== "string" || !/^\S{1,200}$/.test(id)) {
      throw new Error(`a ${this.kind} needs a name without spaces, not ${JSON.stringify(id)}`);
    }
    const missing = this.methods.filter((name) => typeof thing[name] !== "function");
    if (missing.length > 0) throw new Error(`the ${this.kind} ${id} has no function ${missing.join(", ")}`);
    if (this.find(id)) throw new Error(`there is already a ${this.kind} ${id}`);
    this.byId.set(id, thing);
  }

  /** A provider that `find` returns but that is not offered to admins or customers. */
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
