import { DeclaredFields } from "./custom-fields/declared-fields.ts";
import type { Entity } from "./entity.ts";

/** All entities by name. Built once by the composition root; a relation to an unknown entity stops the start. */
export class Registry {
  private readonly byName = new Map<string, Entity>();

  constructor(
    entities: Iterable<Entity>,
    /** What the shop adds to them. */
    readonly fields: DeclaredFields = new DeclaredFields(),
  ) {
    for (const entity of entities) {
      if (this.byName.has(entity.name)) throw new Error(`entity ${entity.name} is described twice`);
      this.byName.set(entity.name, entity);
    }
    for (const entity of this.byName.values()) this.check(entity);
  }

  get(name: string): Entity {
    const entity = this.byName.get(name);
    if (!entity) throw new Error(`no entity is called ${name}`);
    return entity;
  }

  all(): Entity[] {
    return [...this.byName.values()];
  }

  private check(entity: Entity): void {
    for (const [name, relation] of Object.entries(entity.relations)) {
      if (!this.byName.has(relation.entity)) {
        throw new Error(`${entity.name}.${name} leads to ${relation.entity}, which is not described`);
      }
    }
  }
}
