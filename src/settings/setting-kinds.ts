import { serversOf } from "../db/primary/server-list.ts";

/** An environment variable: its name, its help text, and how its value is parsed. */
export interface Setting<Value> {
  readonly variable: string;
  readonly help: string;
  readonly fallback: string;
  readonly read: (text: string | undefined) => Value;
}

export const setting = <Value>(
  variable: string,
  help: string,
  fallback: string,
  read: (text: string | undefined) => Value,
): Setting<Value> => ({ variable, help, fallback, read });

export const text = (variable: string, help: string, fallback: string) =>
  setting(variable, help, fallback, (given) => given ?? fallback);

export const optional = (variable: string, help: string, whenAbsent: string) =>
  setting<string | undefined>(variable, help, whenAbsent, (given) => given);

type Range = [least: number, most: number];

function readWholeNumber(given: string, [least, most]: Range): number {
  const value = Number(given);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${given} is not a whole number from ${least} to ${most}`);
  }
  return value;
}

export const wholeNumber = (variable: string, help: string, fallback: number, range: Range) =>
  setting(variable, help, String(fallback), (given) => readWholeNumber(given ?? String(fallback), range));

/** The word `auto` stands for a number that is found out. */
export const wholeNumberOrAuto = (
  variable: string,
  help: string,
  fallback: number,
  { range, auto }: { range: Range; auto: () => number },
) =>
  setting(variable, help, String(fallback), (given) =>
    given === "auto" ? auto() : readWholeNumber(given ?? String(fallback), range),
  );

export const optionalWholeNumber = (variable: string, help: string, whenAbsent: string, range: Range) =>
  setting(variable, help, whenAbsent, (given) =>
    given === undefined ? undefined : readWholeNumber(given, range),
  );

export const choice = <Choice extends string>(
  variable: string,
  help: string,
  choices: readonly [Choice, ...Choice[]],
) =>
  setting<Choice>(variable, help, choices[0], (given) => {
    if (given === undefined) return choices[0];
    const chosen = choices.find((each) => each === given);
    if (!chosen) throw new Error(`${given} is not one of ${choices.join(", ")}`);
    return chosen;
  });

const separated = (given: string): string[] =>
  given
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");

export const list = (variable: string, help: string, fallback: string) =>
  setting(variable, help, fallback || "none", (given) => separated(given ?? fallback));

export const optionalList = (variable: string, help: string, whenAbsent: string) =>
  setting<string[] | undefined>(variable, help, whenAbsent, (given) =>
    given === undefined ? undefined : separated(given),
  );

export const databaseUrl = (given: string | undefined) => {
  if (given === undefined) return undefined;
  serversOf(given);
  return given;
};

export const databaseUrls = (given: string | undefined): string[] =>
  separated(given ?? "").map((each) => databaseUrl(each)!);

/** `true` trusts any proxy, otherwise addresses or networks (`10.0.0.0/8`), separated by commas. */
export const proxies = (given: string | undefined): boolean | string[] => {
  if (given === undefined || given === "false") return false;
  return given === "true" ? true : given.split(",").map((each) => each.trim());
};
