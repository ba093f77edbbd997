import type { Connection } from "../../db/database.ts";
import {
  CUSTOMIZED,
  type Customized,
  customizedNames,
  type Field,
  type FieldDeclaration,
  fieldOf,
  isForStorefront,
} from "./declaration.ts";
import { type ShownFields, shownFields } from "./field-values.ts";

/** The version of the declarations that a statement sees (migrations/0034_custom_fields.sql). */
export const FIELDS_VERSION =
  "(select coalesce((select mark from tradewind.custom_field_version where id), gen_random_uuid()::text))";

interface StoredField {
  entity: Customized;
  name: string;
  declaration: FieldDeclaration;
}

/** The fields of one entity. */
export interface EntityFields {
  readonly entity: Customized;
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Those under `custom_fields`. */
  readonly stored: ShownFields;
  /** Those in columns of their own. */
  readonly columns: readonly Field[];
}

type Snapshot = ReadonlyMap<string, EntityFields>;

function snapshotOf(fields: readonly Field[]): Snapshot {
  const ofEntity = (entity: Customized): EntityFields => {
    const own = fields.filter(({ entity_name }) => entity_name === entity);
    return {
      entity,
      fields: own,
      byName: new Map(own.map((field) => [field.name, field])),
      stored: shownFields(own.filter(({ column }) => column === undefined)),
      columns: own.filter(({ column }) => column !== undefined),
    };
  };
  const declared = customizedNames.map(ofEntity).filter(({ fields: own }) => own.length > 0);
  return new Map(declared.map((each) => [CUSTOMIZED[each.entity], each]));
}

/** The fields that plugins and the settings declare, as this process knows them. */
export class DeclaredFields {
  private snapshot: Snapshot;
  private text = "[]";
  /** Of the stored declarations; null before they are read. */
  version: string | null = null;
  /** Grows when the declarations change: statements that were built before are not used any more. */
  number = 0;
  /** Of the last call of `refresh`, and of the last one that was applied. */
  private turn = 0;
  private applied = 0;

  constructor(
    private readonly db: Connection | null = null,
    readonly ofPlugins: readonly Field[] = [],
  ) {
    this.snapshot = snapshotOf(ofPlugins);
  }

  get isEmpty(): boolean {
    return this.snapshot.size === 0;
  }

  get all(): readonly Field[] {
    return [...this.snapshot.values()].flatMap(({ fields }) => fields);
  }

  /** As the storefront knows them. */
  forStorefront(): DeclaredFields {
    return new DeclaredFields(null, this.all.filter(isForStorefront));
  }

  /** By the name of the table; undefined if nothing is declared for its rows. */
  ofTable(table: string): EntityFields | undefined {
    return this.snapshot.get(table);
  }

  of(entity: Customized): EntityFields | undefined {
    return this.snapshot.get(CUSTOMIZED[entity]);
  }

  /** Reads the declarations if they have changed. Then everything that was committed before the call is known. */
  async refresh(on: Connection | null = this.db): Promise<void> {
    if (!on) return;
    const turn = ++this.turn;
    const known = this.version;
    const [found] = await on.run<{ version: string; fields: StoredField[] | null }>({
      name: "custom-fields-declared",
      text: `select ${FIELDS_VERSION} as version, case when ${FIELDS_VERSION} is distinct from $1 then (
          select coalesce(json_agg(json_build_object('entity', entity, 'name', name, 'declaration', declaration)
            order by created_at, id), '[]') from tradewind.custom_field where deleted_at is null) end as fields`,
      values: [known],
    });
    // One that began later was answered before: it has seen everything that this one had to see.
    if (turn < this.applied) return;
    this.applied = turn;
    const { version, fields } = found!;
    // Nothing newer than `known`, but one that began earlier has changed what is known meanwhile.
    if (fields === null && this.version !== known) return this.refresh(on);
    this.version = version;
    const text = fields === null ? this.text : JSON.stringify(fields);
    if (text === this.text) return;
    this.text = text;
    this.replace(fields!);
  }

  /** A field of a plugin comes before one of the settings with its name: the next start is refused. */
  private replace(stored: readonly StoredField[]): void {
    const isOfPlugin = ({ entity, name }: StoredField) =>
      this.ofPlugins.some((field) => field.entity_name === entity && field.name === name);
    const own = stored
      .filter((each) => !isOfPlugin(each))
      .map(({ entity, name, declaration }) => fieldOf(entity, name, { declaration, plugin: null }));
    this.snapshot = snapshotOf([...this.ofPlugins, ...own]);
    this.number++;
  }
}
