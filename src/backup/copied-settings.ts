import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Place } from "../db/embedded/index.ts";
import { BackupProblem } from "./backup-format.ts";

/**
 * The settings of PostgreSQL that a restore takes over: sizes, costs and formats. All others stay at their defaults: many start
 * programs, load libraries or read other files, such as `archive_command`, `shared_preload_libraries` and `include`.
 */
const TAKEN_OVER = new Set([
  ...["shared_buffers", "work_mem", "maintenance_work_mem", "autovacuum_work_mem", "temp_buffers"],
  ...["effective_cache_size", "wal_buffers", "max_wal_size", "min_wal_size", "wal_compression"],
  ...["max_connections", "superuser_reserved_connections", "max_locks_per_transaction"],
  ...["max_worker_processes", "max_parallel_workers", "max_parallel_workers_per_gather"],
  ...["max_parallel_maintenance_workers", "checkpoint_timeout", "checkpoint_completion_target"],
  ...["random_page_cost", "seq_page_cost", "effective_io_concurrency", "default_statistics_target", "jit"],
  ...[
    "autovacuum_naptime",
    "autovacuum_max_workers",
    "autovacuum_worker_slots",
    "autovacuum_vacuum_scale_factor",
  ],
  ...["autovacuum_analyze_scale_factor", "autovacuum_vacuum_cost_delay", "autovacuum_vacuum_cost_limit"],
  ...["log_checkpoints", "log_lock_waits", "log_min_duration_statement", "log_timezone", "timezone"],
  ...["datestyle", "lc_messages", "lc_monetary", "lc_numeric", "lc_time", "default_text_search_config"],
  "dynamic_shared_memory_type",
]);

const LINE = /^\s*([\w.]+)\s*(?:=\s*|\s)('[^']*'|[^\s#']+)\s*(?:#.*)?$/;
const HARMLESS_VALUE = /^'?(?!.*\.\.)[\w.,/+ -]*'?$/;

const FILES = ["postgresql.conf", "postgresql.auto.conf"];
const ACCESS_FILES = ["pg_hba.conf", "pg_ident.conf"];

/**
 * Replaces the configuration that came with a copy of the data, before PostgreSQL reads it. Returns the names of settings that
 * were not taken over.
 */
export function replaceSettings(data: string, runner: Place["runner"]): string[] {
  const { taken, left } = settingsIn(FILES.map((name) => textOf(path.join(data, name))).join("\n"));
  const write = (name: string, text: string) => {
    const file = path.join(data, name);
    rmSync(file, { force: true });
    writeFileSync(file, text, { flag: "wx", mode: 0o600 });
    if (runner.switched) chownSync(file, runner.uid, runner.gid);
  };
  write(FILES[0]!, [...taken].map(([name, value]) => `${name} = ${value}\n`).join(""));
  write(FILES[1]!, "");
  // Each start writes the access rules.
  for (const name of ACCESS_FILES) write(name, "");
  return left;
}

const textOf = (file: string) => (existsSync(file) ? readFileSync(file, "utf8") : "");

export function settingsIn(text: string): { taken: Map<string, string>; left: string[] } {
  const taken = new Map<string, string>();
  const left = new Set<string>();
  for (const line of text.split("\n").filter((each) => !/^\s*(#|$)/.test(each))) {
    const [, given = "", value = ""] = LINE.exec(line) ?? [];
    const name = given.toLowerCase();
    if (TAKEN_OVER.has(name) && HARMLESS_VALUE.test(value)) taken.set(name, value);
    else left.add(name || "a line that is no setting");
  }
  return { taken, left: [...left] };
}

/** These make PostgreSQL follow another server, write outside of its folder, or make us signal another process. */
const FORBIDDEN = /^(recovery\.signal|standby\.signal|tablespace_map|postmaster\.pid|pg_tblspc\/.*)$/;

export function refuseForeignFile(name: string): void {
  if (FORBIDDEN.test(name)) throw new BackupProblem(`${name} does not belong into a backup of Tradewind`);
}
