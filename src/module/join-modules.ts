import type { Entity } from "../graph/entity.ts";
import type { Mask } from "../http/masks.ts";
import type { ApiNotes } from "../http/openapi/api-notes.ts";
import type { AdminPaths } from "../http/permissions.ts";
import { AREA_OF_PLUGINS, Permissions } from "../kernel/permissions.ts";
import { Declarations } from "./declarations.ts";
import type { Cleanups, EventAccess, Module } from "./define-module.ts";
import { joinNotes } from "./join-notes.ts";

/** The order in which people read what modules declare. */
export interface ReadingOrder {
  /** Of the areas of permissions. Those that are not named come last. */
  areas: readonly string[];
  /** The groups of the API reference, and their tags. */
  groups: Readonly<Record<string, readonly string[]>>;
}

/** What all modules declare, checked. */
export interface Declared {
  entities: readonly Entity[];
  permissions: Permissions;
  adminPaths: AdminPaths;
  masks: readonly Mask[];
  notes: ApiNotes;
  /** Names of events by the module that announces them. */
  events: Declarations<unknown>;
}

/** Throws for what is declared twice, or points nowhere. What needs the running server is checked when that is built. */
export function joinModules(modules: readonly Module[], order: ReadingOrder): Declared {
  const names = new Declarations<Module>("module");
  for (const module of modules) names.add(module.name, module.name, module);
  const areas = joinAreas(modules, order.areas);
  const permissions = new Permissions(areas.asRecord(), joinEventAreas(modules, areas));
  const masks = modules.flatMap((module) => {
    for (const { permission } of module.masks ?? []) requirePermission(permissions, permission, module.name);
    return module.masks ?? [];
  });
  for (const { value, owner } of eventAreasOf(modules))
    if (value.alsoNeeds) requirePermission(permissions, value.alsoNeeds, owner);
  return {
    entities: joinEntities(modules),
    permissions,
    adminPaths: joinAdminPaths(modules, areas),
    masks,
    notes: joinNotes(modules, order.groups),
    events: joinEvents(modules),
  };
}

function joinEntities(modules: readonly Module[]): Entity[] {
  const entities = new Declarations<Entity>("entity");
  for (const { name, entities: own = [] } of modules)
    for (const entity of own) entities.add(name, entity.name, entity);
  for (const { name, value, owner } of entities)
    for (const [relation, { entity }] of Object.entries(value.relations))
      if (!entities.has(entity))
        throw new Error(`${name}.${relation} of ${owner} leads to ${entity}, which no module declares`);
  return entities.values();
}

function joinAreas(modules: readonly Module[], order: readonly string[]) {
  const declared = new Declarations<"read" | "write">("area");
  for (const { name, areas } of modules) declared.addAll(name, areas);
  const places = new Map(order.map((area, place) => [area, place]));
  for (const area of order)
    if (!declared.has(area)) throw new Error(`the order of areas has ${area}, which no module declares`);
  const ordered = new Declarations<"read" | "write">("area");
  const placeOf = (area: string) => places.get(area) ?? order.length;
  for (const { name, value, owner } of [...declared].sort((a, b) => placeOf(a.name) - placeOf(b.name)))
    ordered.add(owner, name, value);
  return ordered;
}

function joinAdminPaths(modules: readonly Module[], areas: Declarations<unknown>): AdminPaths {
  const paths = new Declarations<string | null>("path below /admin");
  for (const { name, adminPaths } of modules) paths.addAll(name, adminPaths);
  for (const { name, value, owner } of paths)
    if (value !== null) requireArea(areas, value, `/admin/${name} of ${owner}`);
  return paths.asRecord();
}

function eventAreasOf(modules: readonly Module[]) {
  const ofEvents = new Declarations<EventAccess>("area of events");
  for (const { name, eventAreas = {} } of modules)
    for (const [part, access] of Object.entries(eventAreas))
      ofEvents.add(name, part, typeof access === "string" ? { area: access } : access);
  return ofEvents;
}

function joinEventAreas(modules: readonly Module[], areas: Declarations<unknown>) {
  const ofEvents = eventAreasOf(modules);
  for (const { name, value, owner } of ofEvents)
    requireArea(areas, value.area, `events ${name}.* of ${owner}`);
  requireArea(areas, AREA_OF_PLUGINS, "what plugins add");
  return ofEvents.asRecord();
}

/** Every event has an area, so that a role may or may not see it; and no area is for events that no module announces. */
function joinEvents(modules: readonly Module[]): Declarations<unknown> {
  const events = new Declarations<unknown>("event");
  for (const { name, events: own } of modules) events.addAll(name, own?.types);
  const ofEvents = eventAreasOf(modules);
  const parts = new Set(events.names().map(firstPartOf));
  for (const { name, owner } of events)
    if (!ofEvents.has(firstPartOf(name))) throw new Error(`event ${name} of ${owner} is in no area`);
  for (const { name, owner } of ofEvents)
    if (!parts.has(name))
      throw new Error(`${owner} has an area for events ${name}.*, which no module announces`);
  return events;
}

const firstPartOf = (event: string) => event.split(".", 1)[0]!;

function requireArea(areas: Declarations<unknown>, area: string, what: string): void {
  if (!areas.has(area)) throw new Error(`${what} is in the area ${area}, which no module declares`);
}

function requirePermission({ names }: Permissions, permission: string, owner: string): void {
  if (!(names as readonly string[]).includes(permission))
    throw new Error(`${owner} needs the permission ${permission}, which no module declares`);
}

/** What housekeeping deletes. */
export function joinCleanups(modules: readonly Module[], config: Parameters<CleanupsOf>[0]): Cleanups {
  const cleanups = new Declarations<Cleanups[string]>("cleanup");
  for (const module of modules) cleanups.addAll(module.name, module.cleanups?.(config));
  return cleanups.asRecord();
}

type CleanupsOf = NonNullable<Module["cleanups"]>;
