import type { AddedIndex } from "./target-catalogue.ts";

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The definition of an index has no name of its own: it gets one. */
export const createIndex = ({ name, definition }: AddedIndex) =>
  definition.replace(/ INDEX ON /, ` INDEX ${quoted(name)} ON `);
