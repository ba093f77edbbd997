import { readFileSync } from "node:fs";
import { parse, parseAllDocuments } from "yaml";
import { drainMilliseconds, drainTimesOf, STOP_TIMEOUT } from "../../src/cli/stop-signal.ts";
import { settings } from "../../src/settings/settings.ts";

// biome-ignore lint/suspicious/noExplicitAny: files of many kinds, which the tests check against schemas.
export type Manifest = any;

const read = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), "utf8");

/** A file of deploy/ in YAML. Merge keys are those of YAML 1.1, as Compose reads them. */
export const manifestIn = (path: string): Manifest => parse(read(path), { merge: true });

export const manifestsIn = (path: string): Manifest[] =>
  parseAllDocuments(read(path)).map((document) => document.toJS());

/** Seconds that a stop takes at most, before the embedded database is stopped. */
export const stopSeconds = (drainSeconds: number): number =>
  (drainMilliseconds(drainTimesOf({ drainSeconds })) + STOP_TIMEOUT) / 1_000;

const variables = new Set(Object.values(settings).map(({ variable }) => variable as string));

/** Names of variables that no part of Tradewind reads. The SDK of the bucket and Node read some of their own. */
export const unknownVariables = (names: string[]): string[] =>
  names.filter((name) => !variables.has(name) && !/^(AWS_|NODE_)/.test(name));
