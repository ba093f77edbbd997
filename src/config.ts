import type { Setting } from "./setting-kinds.ts";
import { settings } from "./settings.ts";

/** A setting that cannot be used. The command line prints the message without a stack trace. */
export class ConfigProblem extends Error {}

type Values = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]["read"]> };

/** Everything the environment decides, read once at the start. */
export type Config = Readonly<Values>;

export function configFrom(environment: Record<string, string | undefined>): Config {
  const entries = Object.entries(settings as Record<string, Setting<unknown>>).map(([name, setting]) => {
    const given = environment[setting.variable]?.trim();
    try {
      return [name, setting.read(given === "" ? undefined : given)];
    } catch (problem) {
      throw new ConfigProblem(`${setting.variable}: ${(problem as Error).message}`);
    }
  });
  return Object.freeze(Object.fromEntries(entries)) as Config;
}

/** One who shares a machine with the database wins nothing by asking it for more at once than it has cores for. */
export const poolSizeOf = ({ poolSize, databaseUrl }: Config): number =>
  poolSize ?? (databaseUrl === undefined ? 5 : 10);
