import type { Column, Entity, Relation } from "./entity.ts";

/** A row of any entity. */
export type Row = Record<string, unknown>;

/**
 * Every entity by its name. `src/modules.ts` adds them: relations name entities, so that modules need not import one
 * another, and so the types of related rows are found by name, too.
 */
// biome-ignore lint/suspicious/noEmptyInterface: other files extend it.
export interface Entities {}

/**
 * A row with the columns that `Field` names (`*`: all) and the relations that `Path` names. As in views, `items.title` is
 * a field of a relation. Where `Path` is any string, each relation may be there.
 */
export type RowOf<E extends Entity, Path extends string = string, Field extends string = "*"> =
  IsAny<E> extends true ? Row : Columns<E, Field> & Relations<E, Path | E["eager"][number], Field>;

/** A row of which a request selected the fields and relations: only its id and its eager relations are certain. */
export type SelectedRow<E extends Entity> =
  IsAny<E> extends true
    ? Row
    : Partial<Values<E>> & { id: IdOf<E> } & Relations<E, E["eager"][number], never> & {
          [Name in Exclude<keyof E["relations"], E["eager"][number]>]?: Related<
            E["relations"][Name],
            SelectedRow<OtherOf<E["relations"][Name]>>
          >;
        };

type IsAny<E extends Entity> = string extends keyof E["columns"] ? true : false;

export type Values<E extends Entity> = {
  -readonly [Name in keyof E["columns"]]: ValueOf<E["columns"][Name]>;
};

export type ValueOf<C> = C extends Column<infer Value> ? Value : never;

type Columns<E extends Entity, Field extends string> = "*" extends Field
  ? Values<E>
  : Pick<Values<E>, (Field | "id") & keyof Values<E>>;

/** An entity with another key has no id. */
type IdOf<E extends Entity> = "id" extends keyof E["columns"] ? ValueOf<E["columns"]["id"]> : undefined;

type Relations<E extends Entity, Path extends string, Field extends string> = string extends Path
  ? { [Name in keyof E["relations"]]?: Related<E["relations"][Name], RowOf<OtherOf<E["relations"][Name]>>> }
  : {
      [Name in (First<Path> | Before<Field>) & keyof E["relations"]]: Related<
        E["relations"][Name],
        RowOf<
          OtherOf<E["relations"][Name]>,
          Rest<Path, Name>,
          Rest<Field, Name> | (Name extends First<Path> ? "*" : never)
        >
      >;
    };

/** `a` of `a`, `a.b` and `a.b.c`. */
type First<Path extends string> = Path extends `${infer Step}.${string}` ? Step : Path;
/** The same for paths that have more than one step. */
type Before<Path extends string> = Path extends `${infer Step}.${string}` ? Step : never;
/** `b.c` of `a.b.c`. */
type Rest<Path extends string, Step> = Path extends `${Step & string}.${infer Below}` ? Below : never;

type OtherOf<R extends Relation> = R["entity"] extends keyof Entities
  ? Extract<Entities[R["entity"]], Entity>
  : Entity;

type Related<R extends Relation, Other> =
  IsCertain<R> extends true ? Other : R extends { kind: "one" } | { single: true } ? Other | null : Other[];

/** The related row is there: its key is required, and it cannot be deleted softly, or is there even then. */
type IsCertain<R extends Relation> = R extends {
  kind: "one";
  nullable: false;
  includesDeleted?: infer IncludesDeleted;
}
  ? true extends IncludesDeleted
    ? true
    : "deleted_at" extends keyof OtherOf<R>["columns"]
      ? false
      : true
  : false;
