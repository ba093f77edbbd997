import type { Setting } from "./settings/setting-kinds.ts";
import { settings } from "./settings/settings.ts";

/** A setting that cannot be used. The command line prints the message without a stack trace. */
export class ConfigProblem extends Error {}

type Values = { [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]["read"]> };

/** All settings, read from the environment once at the start. */
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
  return Object.freeze(withoutCaches(Object.fromEntries(entries) as Values));
}

/** One switch for all caches. The tests run both ways. */
const withoutCaches = (values: Values): Values =>
  values.cache === "1" ? values : { ...values, answerMemory: 0, storedAnswers: 0, cartCache: "0" };

/** On the machine of the database, more connections than it has cores for gain nothing. */
export const poolSizeOf = ({ poolSize, databaseUrl }: Config): number =>
  poolSize ?? (databaseUrl === undefined ? 5 : 10);
