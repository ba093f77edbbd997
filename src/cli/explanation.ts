import { getSystemErrorMap } from "node:util";
import { BackupProblem } from "../backup/backup-format.ts";
import { ConfigProblem } from "../config.ts";
import { EmbeddedProblem, machineCause } from "../db/embedded/index.ts";
import { MigrationProblem } from "../db/migrations/migration-files.ts";
import { Refusal } from "../kernel/refusal.ts";
import { MoveProblem } from "../move/connection.ts";
import { PluginProblem } from "../plugins/plugin-problem.ts";
import { CommandProblem } from "./command.ts";

const forPeople = [
  BackupProblem,
  CommandProblem,
  ConfigProblem,
  EmbeddedProblem,
  MigrationProblem,
  MoveProblem,
  PluginProblem,
  Refusal,
];

/** Failures of PostgreSQL that the operator can mend. */
const ofDatabase: Record<string, string> = {
  "28000": "the database refuses this login; check DATABASE_URL",
  "28P01": "the database refuses this password; check DATABASE_URL",
  "3D000": "this database does not exist; create it, or check DATABASE_URL",
  "42501": "the role of DATABASE_URL may not do this",
  "25006": "the database is read-only; DATABASE_URL must lead to the primary",
  "53100": "the disk of the database is full",
  "53300": "the database has no connection left; raise max_connections, or lower TRADEWIND_POOL_SIZE",
  "57P03": "the database is starting or stopping; try again",
};

/** One or two sentences about a failure that a person can mend; null for a fault in the code, which needs its stack trace. */
export function explanationOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (forPeople.some((kind) => error instanceof kind)) return error.message;
  return ofMachine(error) ?? databaseFailure(error) ?? (error.cause ? explanationOf(error.cause) : null);
}

function ofMachine(error: NodeJS.ErrnoException): string | null {
  const cause = error.syscall === undefined ? undefined : machineCause(error.code);
  if (cause === undefined) return null;
  const isFile = error.path !== undefined;
  const advice = isFile ? "\nMend this, or choose another folder with TRADEWIND_DATA_DIR." : "";
  return `${error.path ?? error.syscall}: ${cause} (${systemText(error)})${advice}`;
}

const systemText = ({ errno, code }: NodeJS.ErrnoException) =>
  getSystemErrorMap().get(errno ?? 0)?.[1] ?? code;

function databaseFailure(error: Error & { code?: string; severity?: string }): string | null {
  if (error.severity === undefined || error.code === undefined) return null;
  const known = ofDatabase[error.code];
  return known === undefined ? null : `${known} (${error.message})`;
}
