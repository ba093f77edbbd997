import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigProblem } from "../config.ts";
import { makeDataFolder } from "../db/embedded/index.ts";

const MIN_LENGTH = 32;

/** The secret that signs tokens: the configured one, or one that is generated once and stored in the data folder. */
export function jwtSecretOf(config: Config): string {
  const given = config.jwtSecret;
  if (given === undefined) return storedSecret(config);
  if (given.length < MIN_LENGTH)
    throw new ConfigProblem(`TRADEWIND_JWT_SECRET: at least ${MIN_LENGTH} characters are required`);
  return given;
}

function storedSecret(config: Config): string {
  const file = join(makeDataFolder(config.dataDir), "jwt-secret");
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  writeFileSync(draft, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600 });
  try {
    // A link fails if the file exists: if several processes start at once, all use the secret of the first.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}
