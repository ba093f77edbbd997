import { rmSync } from "node:fs";
import { join } from "node:path";
import { dataFolder, makeDataFolder } from "../db/embedded/index.ts";
import { replaceFile } from "./stored-secrets.ts";

const NAME = "first-password";

/** Stores the generated password where only this account can read it. Null if the folder cannot be written to. */
export function writePasswordFile(dataDir: string | undefined, password: string): string | null {
  try {
    const file = join(makeDataFolder(dataDir), NAME);
    replaceFile(file, `${password}\n`);
    return file;
  } catch {
    return null;
  }
}

/** Once the password was used, or is another one. A file that cannot be removed does no harm: the next start tries again. */
export function removePasswordFile(dataDir: string | undefined): void {
  try {
    rmSync(join(dataFolder(dataDir), NAME), { force: true });
  } catch {
    // A read-only folder, or none.
  }
}
