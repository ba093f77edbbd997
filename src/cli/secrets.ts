import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, ConfigProblem } from "../config.ts";
import { makeDataFolder } from "../db/embedded/index.ts";

const SHORTEST = 32;

/** The secret that signs tokens: the configured one, or one that is made once and kept in the data folder. */
export function jwtSecretOf(config: Config): string {
  const given = config.jwtSecret;
  if (given === undefined) return keptSecret(config);
  if (given.length < SHORTEST)
    throw new ConfigProblem(`TRADEWIND_JWT_SECRET: at least ${SHORTEST} characters are needed`);
  return given;
}

function keptSecret(config: Config): string {
  const file = join(makeDataFolder(config.dataDir), "jwt-secret");
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  writeFileSync(draft, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600 });
  try {
    // A link fails when the name is taken: of several processes starting at once, the first one's secret holds.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, "utf8").trim();
}
