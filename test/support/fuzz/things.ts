import type pg from "pg";
import { sources } from "./entities.ts";

interface Thing {
  value: string;
  /** What it belongs to: `{ order: "order_…" }`. */
  links: Record<string, string | null>;
  isGone: boolean;
  /** Nothing can be done with it any more: completed, canceled. */
  isOver: boolean;
}

/** What a request is about so far, the latest last. */
export type Context = Map<string, string>;

const ends = ["completed_at", "canceled_at", "confirmed_at", "declined_at"];

const text = Object.entries(sources)
  .map(([entity, { from, value = "it.id", links = {} }]) => {
    const pairs = Object.entries(links).map(([parent, column]) => `'${parent}', ${column}`);
    return `(select '${entity}' as entity, ${value}::text as value, jsonb_build_object(${pairs}) as links,
      to_jsonb(it) ->> 'deleted_at' is not null as "isGone",
      coalesce(${ends.map((column) => `to_jsonb(it) ->> '${column}'`)}) is not null as "isOver" from ${from} order by 2 limit 1000)`;
  })
  .join(" union all ");

/** Everything that is there in a shop, to be named in requests. */
export class Things {
  private rows = new Map<string, Thing[]>();
  private byValue = new Map<string, Thing>();
  private readonly hidden: ReadonlySet<string>;

  /** `hidden`: rows that requests must not name, because the other operations need them. */
  constructor(
    private readonly client: pg.Client,
    hidden: Iterable<string> = [],
  ) {
    this.hidden = new Set(hidden);
  }

  async look(): Promise<void> {
    const { rows } = await this.client.query<Thing & { entity: string }>(text);
    this.rows = new Map(Object.keys(sources).map((entity) => [entity, []]));
    for (const { entity, ...thing } of rows) {
      if (this.hidden.has(thing.value)) continue;
      this.rows.get(entity)!.push(thing);
      this.byValue.set(`${entity} ${thing.value}`, thing);
    }
  }

  count = (entity: string): number => this.rows.get(entity)?.length ?? 0;

  /** Something that belongs to one thing of a kind, and another of that kind that it does not belong to. */
  childOfAnother(child: string, parent: string): { id: string; owner: string; other: string } | undefined {
    const isThere = ({ isGone }: Thing) => !isGone;
    const parents = (this.rows.get(parent) ?? []).filter(isThere).map(({ value }) => value);
    for (const { value: id, links } of (this.rows.get(child) ?? []).filter(isThere)) {
      const owner = links[parent];
      const other = parents.find((each) => each !== owner);
      if (owner && parents.includes(owner) && other) return { id, owner, other };
    }
    return undefined;
  }

  /** What something belongs to, if it belongs to anything: `order` for a swap. */
  ownerOf(entity: string, id: string): string {
    const { links = {} } = this.byValue.get(`${entity} ${id}`) ?? {};
    return Object.values(links).find((each) => each !== null) ?? "nobody";
  }

  /**
   * One that belongs to what the request is about, if there is one; now and then just any, also a deleted one.
   * `parents`: what else the request is going to name, so that something is chosen that belongs to such.
   */
  pick(
    entity: string,
    draw: number,
    { context, parents = [] }: { context: Context; parents?: string[] },
  ): string {
    const all = this.rows.get(entity) ?? [];
    const [choice, mood] = [draw >>> 4, draw % 16];
    const fitting = mood === 0 ? all : this.fitting(entity, all, context);
    const going = fitting.filter(({ isOver }) => !isOver || mood < 4);
    const belonging = going.filter(({ links }) => this.hasOpenParents(links, parents));
    const picked = [belonging, going, fitting, all].map((each) => each[choice % each.length]).find(Boolean);
    if (!picked) return `${entity}_nobody_has`;
    this.note(entity, picked, context);
    return picked.value;
  }

  private fitting(entity: string, all: Thing[], context: Context): Thing[] {
    const present = all.filter(({ isGone }) => !isGone);
    for (const [parent, value] of [...context].reverse()) {
      const own = present.filter((each) =>
        parent === entity ? each.value === value : each.links[parent] === value,
      );
      if (own.length > 0) return own;
    }
    return present;
  }

  private hasOpenParents(links: Thing["links"], parents: string[]): boolean {
    return parents.every((parent) => {
      const thing = this.byValue.get(`${parent} ${links[parent]}`);
      return !(parent in links) || (thing && !thing.isGone && !thing.isOver);
    });
  }

  /** The request is about the thing now, and about what that belongs to. */
  private note(entity: string, { value, links }: Thing, context: Context): void {
    for (const [parent, each] of Object.entries(links)) {
      if (each !== null && !context.has(parent)) context.set(parent, each);
    }
    context.delete(entity);
    context.set(entity, value);
  }
}
