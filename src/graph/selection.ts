import { invalid } from "../kernel/refusal.ts";
import {
  addField,
  addFields,
  FIELDS,
  fieldInPath,
  type SelectedFields,
} from "./custom-fields/selected-fields.ts";
import type { Entity } from "./entity.ts";
import type { Registry } from "./registry.ts";

/** The columns of an entity to read and, for each relation, the selection of the related rows. */
export interface Selection {
  readonly entity: Entity;
  readonly columns: Set<string>;
  readonly relations: Map<string, Selection>;
  /** The fields of the shop that are read, if it has any. */
  fields?: SelectedFields | undefined;
  /** Whether they are shown when there are any. */
  showsFields?: boolean;
}

/** The default selection of a route, and the limits of what a request may select. */
export interface View<
  E extends Entity = Entity,
  Path extends string = string,
  Field extends string = string,
> {
  readonly entity: E;
  /** Default columns; all of them when absent. */
  readonly fields?: readonly Field[];
  /** Default relations, as dotted paths. */
  readonly relations?: readonly Path[];
  /** When given, `fields` may name only these (and the key). */
  readonly allowedFields?: readonly string[];
  /** With `allowedFields`: `fields` may also name fields of the allowed relations. */
  readonly allowsFieldsOfRelations?: boolean;
  /** When given, `expand` may name only these, and `fields` (unless it has a list of its own) only fields of them. */
  readonly allowedRelations?: readonly string[];
  /** With `allowedRelations`: fields of to-many relations that a list may be sorted by, as the request names them. */
  readonly sortedThrough?: readonly string[];
}

/** Gives a view the type of its rows. */
export const viewOf = <E extends Entity, const Path extends string = never, const Field extends string = "*">(
  view: View<E, Path, Field>,
): View<E, Path, Field> => view;

/** The query parameters `fields` and `expand` of a request; undefined where absent. */
export interface RequestedSelection {
  fields?: string;
  expand?: string;
}

const MAX_DEPTH = 5;
const MAX_RELATIONS = 100;
const MAX_FIELDS = 200;

export function selectionOf(registry: Registry, view: View, requested: RequestedSelection = {}): Selection {
  const selection = empty(view.entity);
  const relations =
    requested.expand === undefined ? (view.relations ?? []) : requestedRelations(view, requested.expand);
  for (const path of relations) expandPath(registry, selection, path.split("."));

  if (showsFieldsByDefault(view, requested.fields)) addFields(registry, selection);
  for (const field of fieldsOf(view, requested.fields)) {
    const isDefaultInternal = requested.fields === undefined && isInternal(field);
    if (isDefaultInternal) selection.columns.add(field);
    else if (field === FIELDS && view.fields?.includes(FIELDS)) addFields(registry, selection);
    else if (requested.fields === undefined && field.endsWith(`.${FIELDS}`))
      addFields(registry, selectedAt(registry, selection, field.split(".").slice(0, -1)));
    else selectField(registry, view, selection, field);
  }
  selection.columns.add(view.entity.key);
  addEager(registry, selection);
  return selection;
}

/** Where a view has no list of its own, and a request adds to it or takes from it, all columns are read. */
const showsFieldsByDefault = (view: View, fields: string | undefined) =>
  !view.fields && (fields === undefined || (isEdit(fields) && !editsIn(fields).includes(`-${FIELDS}`)));

const isEdit = (fields: string) => editsIn(fields).every((name) => /^[+\-*]./.test(name));

/** A `+` that was not encoded arrives as a space. */
const editsIn = (fields: string) => fields.split(",").map((name) => name.replace(/^ /, "+").trim());

/** The requested fields, or the default ones. */
export function fieldsOf(view: View, fields: string | undefined): readonly string[] {
  const defaults = view.fields ?? Object.keys(view.entity.columns);
  return fields === undefined ? defaults : askedFields(defaults, fields);
}

const empty = (entity: Entity): Selection => ({ entity, columns: new Set(), relations: new Map() });

function withAllColumns(registry: Registry, entity: Entity): Selection {
  const selection = { ...empty(entity), columns: new Set(Object.keys(entity.columns)) };
  addFields(registry, selection);
  return selection;
}

const names = (list: string) =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

function requestedRelations(view: View, expand: string): string[] {
  const paths = names(expand);
  if (paths.length > MAX_RELATIONS) throw invalid(`expand names more than ${MAX_RELATIONS} relations`);
  for (const path of paths) {
    if (path.split(".").length > MAX_DEPTH)
      throw invalid(`expand: ${path} is deeper than ${MAX_DEPTH} relations`);
  }
  const { allowedRelations } = view;
  const outside = allowedRelations ? paths.filter((path) => !allowedRelations.includes(path)) : [];
  if (outside.length > 0) throw notValid(outside);
  return paths;
}

/** `+name`, `-name` and `*relation` edit the defaults; plain names replace them. */
function askedFields(defaults: readonly string[], fields: string): string[] {
  const edits = editsIn(fields);
  if (edits.length > MAX_FIELDS) throw invalid(`fields names more than ${MAX_FIELDS} fields`);
  if (!isEdit(fields)) return names(fields);
  const dropped = edits.filter((name) => name.startsWith("-")).map((name) => name.slice(1));
  const added = edits
    .filter((name) => !name.startsWith("-"))
    .map((name) => (name.startsWith("*") ? `${name.slice(1)}.*` : name.slice(1)));
  return [...defaults.filter((name) => !dropped.includes(name)), ...added];
}

/** The relations whose fields `fields` names: `items.variant` for `id,items.variant.title`. */
export const relationsIn = (fields: string): string[] =>
  fields.split(",").flatMap((field) => {
    const path = field.replace(/^[+\-* ]/, "").split(".");
    return path.length > 1 ? path.slice(0, -1).join(".").trim() : [];
  });

/** Names such as `constructor`, which every object has, are no relations. */
const relationOf = ({ relations }: Entity, name: string) =>
  Object.hasOwn(relations, name) ? relations[name] : undefined;

/** Columns such as `$groups` are for the code that prepares an answer. */
const isInternal = (name: string) => name.startsWith("$");

const mayBeAsked = (view: View, field: string) =>
  !view.allowedFields ||
  field === view.entity.key ||
  view.allowedFields.includes(field) ||
  (view.allowsFieldsOfRelations === true && isOfAllowedRelation(view, field));

const isOfAllowedRelation = ({ allowedRelations = [] }: View, field: string) =>
  allowedRelations.includes(field.split(".").slice(0, -1).join("."));

/** In v1's words, which are the same for `expand`. */
const notValid = (names: readonly string[]) =>
  invalid(`Requested fields [${names.join(", ")}] are not valid`);

/** Where `expand` is limited, `fields` must not be a way around it. */
const mayPassThrough = ({ allowedRelations, allowedFields }: View, path: readonly string[]) =>
  path.length === 0 || !allowedRelations || !!allowedFields || allowedRelations.includes(path.join("."));

function selectField(registry: Registry, view: View, root: Selection, field: string): void {
  const path = field.split(".");
  if (selectFieldOfShop(registry, view, { root, path })) return;
  const name = path.pop()!;
  if (!mayBeAsked(view, field) || !mayPassThrough(view, path)) throw notValid([field]);
  const at = selectedAt(registry, root, path);
  // An expanded relation is already selected.
  if (at.relations.has(name)) return;
  if (name === "*") {
    for (const each of Object.keys(at.entity.columns)) at.columns.add(each);
    addFields(registry, at);
  } else if (Object.hasOwn(at.entity.columns, name) && !isInternal(name)) at.columns.add(name);
  else throw invalid(`fields: ${at.entity.name} has no field ${name}`);
}

/** The selection at the end of a path, which then has the key of every row on the way. */
function selectedAt(registry: Registry, root: Selection, path: readonly string[]): Selection {
  if (path.length > MAX_DEPTH)
    throw invalid(`fields: ${path.join(".")} is deeper than ${MAX_DEPTH} relations`);
  let at = root;
  for (const step of path) {
    const relation = relationOf(at.entity, step);
    if (!relation) throw invalid(`fields: ${at.entity.name} has no relation ${step}`);
    let next = at.relations.get(step);
    if (!next) {
      next = empty(registry.get(relation.entity));
      next.columns.add(next.entity.key);
      at.relations.set(step, next);
    }
    at = next;
  }
  return at;
}

/** `custom_fields`, `custom_fields.material` or, of a column that the shop has added, its name. False if nothing is declared. */
function selectFieldOfShop(
  registry: Registry,
  view: View,
  { root, path }: { root: Selection; path: readonly string[] },
): boolean {
  if (registry.fields.isEmpty) return false;
  const named = fieldInPath(path);
  const relations = named?.relations ?? path.slice(0, -1);
  const name = named ? named.name : path.at(-1)!;
  const entity = entityAt(registry, root.entity, relations);
  const declared = entity && registry.fields.ofTable(entity.table);
  if (!declared || (!named && declared.byName.get(name!)?.column === undefined)) return false;
  if (!mayShowFieldsOf(view, relations)) throw notValid([path.join(".")]);
  const at = selectedAt(registry, root, relations);
  if (name === undefined) return addFields(registry, at);
  if (!addField(registry, at, name))
    throw invalid(`fields: ${at.entity.name} has no field ${path.join(".")}`);
  return true;
}

function entityAt(registry: Registry, from: Entity, [step, ...rest]: readonly string[]): Entity | null {
  if (step === undefined) return from;
  const relation = relationOf(from, step);
  return relation ? entityAt(registry, registry.get(relation.entity), rest) : null;
}

/** What the storefront may not see of them is left out when the answer is written. */
const mayShowFieldsOf = (view: View, relations: readonly string[]) =>
  relations.length === 0 ||
  (mayPassThrough(view, relations) &&
    (!view.allowedFields ||
      (view.allowsFieldsOfRelations === true &&
        (view.allowedRelations ?? []).includes(relations.join(".")))));

function expandPath(registry: Registry, from: Selection, path: readonly string[]): void {
  const [step, ...rest] = path;
  if (step === undefined) return;
  const relation = relationOf(from.entity, step);
  if (!relation) throw invalid(`expand: ${from.entity.name} has no relation ${step}`);
  const next = from.relations.get(step) ?? withAllColumns(registry, registry.get(relation.entity));
  from.relations.set(step, next);
  expandPath(registry, next, rest);
}

/** Code relies on eager relations: they are read with all columns, also if a request names only some of their fields. */
function addEager(registry: Registry, selection: Selection): void {
  for (const name of selection.entity.eager) {
    const chosen = selection.relations.get(name);
    if (!chosen) expandPath(registry, selection, [name]);
    else for (const column of Object.keys(chosen.entity.columns)) chosen.columns.add(column);
  }
  for (const next of selection.relations.values()) addEager(registry, next);
}
