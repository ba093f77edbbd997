import { accessSync, constants, statSync } from "node:fs";
import { CommandProblem } from "./command.ts";

const FILE = ".env";

/** The variables without those of the file: for a process that reads the file itself, as it is by then. */
export const environmentBeforeFile: NodeJS.ProcessEnv = { ...process.env };

/** Reads `.env` of the working directory. Variables that the environment has already keep their values. */
export function loadEnvironmentFile(): void {
  // A folder of this name is not ours: other tools put programs there.
  if (!statSync(FILE, { throwIfNoEntry: false })?.isFile()) return;
  try {
    accessSync(FILE, constants.R_OK);
    process.loadEnvFile(FILE);
  } catch (error) {
    throw new CommandProblem(`${FILE} cannot be read: ${(error as Error).message}`);
  }
}
