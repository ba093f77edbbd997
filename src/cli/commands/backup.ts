import path from "node:path";
import { recordBackup } from "../../backup/last-backup.ts";
import { restoreBackup } from "../../backup/restore-backup.ts";
import { writeBackup } from "../../backup/write-backup.ts";
import { configFrom } from "../../config.ts";
import { dataFolder, hasEmbeddedData } from "../../db/embedded/index.ts";
import { majorVersionOf } from "../../db/schema/server-version.ts";
import { argumentIn, type Command, CommandProblem } from "../command.ts";
import { openConfigured, requireEmbedded } from "../database.ts";

const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

export const backup: Command = {
  name: "backup",
  summary: "Write a backup of the embedded database, uploads and secrets to a file.",
  details:
    "The server may run meanwhile. Everything that was committed before the command ends is in the backup.",
  argument: "file",
  async run(given) {
    const config = configFrom(process.env);
    requireEmbedded(config);
    const file = path.resolve(argumentIn(given, "file"));
    const folder = dataFolder(config.dataDir);
    if (!hasEmbeddedData(config.dataDir)) throw new CommandProblem(`there is no shop in ${folder}`);
    const opened = await openConfigured(config, "tool");
    try {
      const postgres = await majorVersionOf((text) => opened.db.pool.query(text));
      const { bytes, createdAt } = await writeBackup({
        url: opened.url,
        postgres,
        folder,
        file,
        key: config.backupKey,
      });
      recordBackup(folder, { createdAt, file });
      console.log(`${file}: ${megabytes(bytes)}`);
    } finally {
      await opened.close();
    }
    return 0;
  },
};

export const restore: Command = {
  name: "restore",
  summary: "Restore a backup into a data folder that has no database.",
  details:
    "Checks every file of the backup and starts the database once before it becomes visible. " +
    "With TRADEWIND_BACKUP_KEY, only a backup that was signed with this key is restored.",
  argument: "file",
  options: { "accept-unsigned": { help: "Restore a backup without a signature although there is a key." } },
  async run(given) {
    const config = configFrom(process.env);
    requireEmbedded(config);
    const restored = await restoreBackup({
      file: path.resolve(argumentIn(given, "file")),
      dataDir: config.dataDir,
      key: config.backupKey,
      isUnsignedAccepted: given["accept-unsigned"] === true,
    });
    const { createdAt, orders, products, signature, settingsLeft } = restored;
    console.log(
      `${dataFolder(config.dataDir)}: ${orders} orders and ${products} products, as of ${createdAt}`,
    );
    console.log(signatureLine[signature ?? "unchecked"]);
    if (settingsLeft.length > 0)
      console.log(`Settings of PostgreSQL that were not taken over: ${settingsLeft.join(", ")}.`);
    return 0;
  },
};

const signatureLine = {
  valid: "The signature of the backup is valid.",
  none: "The backup is not signed: it was accepted as it is.",
  unchecked: "The signature of the backup was not checked: TRADEWIND_BACKUP_KEY is not set.",
};
