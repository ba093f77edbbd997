import type { ApiNotes, OperationNote } from "../http/openapi/api-notes.ts";
import type { TagNotes } from "./api-notes.ts";
import { Declarations } from "./declarations.ts";
import type { Module } from "./define-module.ts";

type Placed = [operation: string, note: OperationNote];

/** The groups and tags of the API reference in their order, with the notes that modules have about their operations. */
export function joinNotes(
  modules: readonly Module[],
  groups: Readonly<Record<string, readonly string[]>>,
): ApiNotes {
  const tags = new Declarations<string>("tag");
  const operations = new Declarations<OperationNote>("note for");
  for (const { name, apiNotes = [] } of modules)
    for (const { tag, description, operations: own } of apiNotes) {
      if (description !== undefined) tags.add(name, tag, description);
      operations.addAll(name, own);
    }
  refuseUnknownTags(modules, tags, Object.values(groups).flat());
  return Object.entries(groups).map(([name, ofGroup]) => ({
    name,
    tags: ofGroup.map((tag) => ({
      name: tag,
      description: tags.asRecord()[tag]!,
      operations: Object.fromEntries(operationsOf(modules, tag, tags.ownerOf(tag))),
    })),
  }));
}

function refuseUnknownTags(modules: readonly Module[], tags: Declarations<string>, shown: readonly string[]) {
  for (const { name, apiNotes = [] } of modules)
    for (const { tag } of apiNotes)
      if (!tags.has(tag)) throw new Error(`${name} has notes for the tag ${tag}, which no module describes`);
  for (const { name, owner } of tags)
    if (!shown.includes(name)) throw new Error(`the tag ${name} of ${owner} is in no group`);
  for (const tag of shown)
    if (!tags.has(tag)) throw new Error(`a group has the tag ${tag}, which no module describes`);
}

/** Those of the module that the tag belongs to, and the others where they say or last. */
function operationsOf(modules: readonly Module[], tag: string, owner: string): Placed[] {
  const ofTag = (module: Module) => (module.apiNotes ?? []).filter((notes) => notes.tag === tag);
  const own = modules.filter(({ name }) => name === owner).flatMap(ofTag);
  const others = modules.filter(({ name }) => name !== owner).flatMap(ofTag);
  const placed: Placed[] = [];
  let waiting = [...own, ...others].flatMap(runsOf);
  while (waiting.length > 0) {
    const later: Run[] = [];
    for (const run of waiting) if (!place(placed, run)) later.push(run);
    if (later.length === waiting.length)
      throw new Error(
        `a note of the tag ${tag} is before ${later[0]!.before}, for which there is no note in it`,
      );
    waiting = later;
  }
  return placed;
}

/** Operations that follow each other. */
interface Run {
  before: string | undefined;
  operations: Placed[];
}

function runsOf({ operations }: TagNotes): Run[] {
  const runs: Run[] = [];
  for (const [operation, { before, ...note }] of Object.entries(operations)) {
    if (before !== undefined || runs.length === 0) runs.push({ before, operations: [] });
    runs.at(-1)!.operations.push([operation, note]);
  }
  return runs;
}

function place(placed: Placed[], { before, operations }: Run): boolean {
  const at = before === undefined ? placed.length : placed.findIndex(([operation]) => operation === before);
  if (at < 0) return false;
  placed.splice(at, 0, ...operations);
  return true;
}
