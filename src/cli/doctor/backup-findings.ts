import { findLastBackup } from "../../backup/last-backup.ts";
import type { Config } from "../../config.ts";
import type { Db } from "../../db/database.ts";
import { dataFolder } from "../../db/embedded/index.ts";
import { days } from "../../kernel/dates.ts";
import { type Finding, fail, note, ok } from "./finding.ts";

const OLD_AFTER = 7;

export const backupFindings = (db: Db, config: Config): Promise<Finding[]> | Finding[] =>
  config.databaseUrl === undefined ? embeddedFindings(config) : archiveFindings(db);

const HOW = "Run regularly: tradewind backup FILE, and store the file on another machine.";

function embeddedFindings({ dataDir }: Config): Finding[] {
  const last = findLastBackup(dataFolder(dataDir));
  if (!last) return [note("backup", "There is no backup of this shop", HOW)];
  const age = Math.floor((Date.now() - Date.parse(last.createdAt)) / days(1));
  if (age > OLD_AFTER) return [note("backup", `The last backup is ${age} days old (${last.file})`, HOW)];
  return [ok("backup", `The last backup is of ${last.createdAt} (${last.file})`)];
}

interface Archive {
  mode: string;
  has_archived: boolean;
  is_failing: boolean;
  failed_file: string | null;
}

const ARCHIVE = `select current_setting('archive_mode') as mode, last_failed_wal as failed_file,
  last_archived_time is not null as has_archived,
  coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as is_failing
  from pg_stat_archiver`;

const emptyArchive = note(
  "backup",
  "The database is set to archive its log, but has not archived any of it yet",
  "If this lasts, check archive_command or archive_library.",
);

/** Dumps and backups of a hosting provider cannot be seen from here. */
async function archiveFindings(db: Db): Promise<Finding[]> {
  const [archive] = await db.run<Archive>({ text: ARCHIVE, values: [] });
  if (!archive || archive.mode === "off") {
    return [
      note(
        "backup",
        "The database does not archive its log, and dumps cannot be seen from here",
        "Make sure that there are backups: docs/guides/backups.md.",
      ),
    ];
  }
  if (!archive.is_failing)
    return [archive.has_archived ? ok("backup", "The database archives its log") : emptyArchive];
  return [
    fail(
      "backup",
      `The database cannot archive its log (${archive.failed_file})`,
      "See its own log for the reason of archive_command. Until it works, no point-in-time recovery is possible.",
    ),
  ];
}
