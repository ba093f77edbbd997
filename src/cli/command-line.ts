import { parseArgs } from "node:util";
import { isTextLog } from "../http/log-destination.ts";
import { similarName } from "../kernel/similar-name.ts";
import { version } from "../package-root.ts";
import type { Setting } from "../settings/setting-kinds.ts";
import { settings } from "../settings/settings.ts";
import { type Command, CommandProblem, type Given } from "./command.ts";
import { adopt } from "./commands/adopt.ts";
import { backup, restore } from "./commands/backup.ts";
import { dev } from "./commands/dev.ts";
import { doctor } from "./commands/doctor.ts";
import { health } from "./commands/health.ts";
import { lost } from "./commands/lost.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { move } from "./commands/move.ts";
import { openapi } from "./commands/openapi.ts";
import { plugins, pluginsRemoveData } from "./commands/plugins.ts";
import { secretsRotate } from "./commands/secrets.ts";
import { seed } from "./commands/seed.ts";
import { start } from "./commands/start.ts";
import { tokenIssue, tokenRevoke, userCreate, userList, userPassword, userRole } from "./commands/user.ts";
import { worker } from "./commands/worker.ts";
import { loadEnvironmentFile } from "./environment-file.ts";
import { explanationOf } from "./explanation.ts";
import { printJsonLines } from "./json-output.ts";

const commands: Command[] = [
  start,
  dev,
  worker,
  migrateCommand,
  seed,
  userCreate,
  userList,
  userPassword,
  userRole,
  tokenIssue,
  tokenRevoke,
  backup,
  restore,
  move,
  adopt,
  // Of two names, the longer one first: `commandIn` takes the first that fits.
  pluginsRemoveData,
  plugins,
  secretsRotate,
  doctor,
  lost,
  health,
  openapi,
];

/** Runs one command and returns the exit code. */
export async function runCommandLine(words: string[]): Promise<number> {
  const command = commandIn(words);
  if (!command) return withoutCommand(words);
  try {
    const given = parsed(command, words.slice(command.name.split(" ").length));
    if (given.help) {
      console.log(helpFor(command));
      return 0;
    }
    loadEnvironmentFile();
    if (command.isServer && !isTextLog(logFormatIn(process.env))) printJsonLines();
    return (await command.run(given)) ?? 0;
  } catch (error) {
    return failed(error);
  }
}

/** Read before the other settings, because their problems are printed in this form. */
const logFormatIn = (environment: NodeJS.ProcessEnv) => {
  const given = environment[settings.logFormat.variable]?.trim();
  return { logFormat: given === "json" || given === "text" ? given : "auto" } as const;
};

const commandIn = (words: string[]) =>
  commands.find(({ name }) => name === words.slice(0, name.split(" ").length).join(" "));

function withoutCommand(words: string[]): number {
  const [first] = words;
  if (first === "--version" || first === "-v") {
    console.log(version);
    return 0;
  }
  const isHelp = first === undefined || first === "help" || first === "--help" || first === "-h";
  if (isHelp) {
    console.log(generalHelp(commands));
    return 0;
  }
  const family = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (family.length > 0 && (words.includes("--help") || words.includes("-h"))) {
    console.log(family.map(helpFor).join("\n\n"));
    return 0;
  }
  console.error(`tradewind: ${hintFor(words, family)}`);
  return 2;
}

/** A few lines: the whole help would hide what was wrong. */
function hintFor(words: string[], family: Command[]): string {
  const typed = words
    .slice(0, family.length > 0 ? 2 : 1)
    .filter((word) => !word.startsWith("-"))
    .join(" ");
  const names = (family.length > 0 ? family : commands).map(({ name }) => name);
  const similar = similarName(typed, names);
  const isIncomplete = typed === words[0] && family.length > 0;
  return [
    isIncomplete
      ? `the command ${typed} is incomplete`
      : `there is no command ${typed}${similar ? `; did you mean: tradewind ${similar}` : ""}`,
    ...(family.length > 0 ? [`The commands of ${words[0]} are: ${names.join(", ")}`] : []),
    "See: tradewind --help",
  ].join("\n");
}

function parsed(command: Command, words: string[]): Given {
  const options = Object.entries(command.options ?? {}).map(([name, option]) => [
    name,
    { type: option.value === undefined ? "boolean" : "string" } as const,
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { ...Object.fromEntries(options), help: { type: "boolean", short: "h" } },
      allowPositionals: command.argument !== undefined,
    });
    if (positionals.length > 1) throw new Error(`Unexpected argument '${positionals[1]}'`);
    return { ...(values as Given), ...(command.argument ? { [command.argument]: positionals[0] } : {}) };
  } catch (error) {
    throw new CommandProblem(`${(error as Error).message}\nSee: tradewind ${command.name} --help`);
  }
}

function failed(error: unknown): number {
  const explanation = explanationOf(error);
  if (explanation === null) console.error(error);
  else console.error(`tradewind: ${explanation}`);
  return 1;
}

const WIDTH = 32;

const line = (left: string, right: string) =>
  left.length < WIDTH ? `  ${left.padEnd(WIDTH)}${right}` : `  ${left}\n  ${" ".repeat(WIDTH)}${right}`;

function generalHelp(commands: Command[]): string {
  return [
    "Tradewind, a headless commerce backend",
    "",
    "Usage: tradewind <command> [options]   (in a checkout: npm run tradewind -- <command> [options])",
    "",
    "Commands:",
    ...commands.map(({ name, summary }) => line(name, summary)),
    "",
    "Every command has --help; --version prints the version. Settings come from the environment and from .env:",
    "",
    ...settingLines(),
  ].join("\n");
}

function helpFor(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, option]) =>
    line(`--${name}${option.value ? ` <${option.value}>` : ""}`, option.help),
  );
  return [
    `Usage: tradewind ${command.name}${command.argument ? ` <${command.argument}>` : ""} [options]`,
    "",
    command.summary,
    ...(command.details ? ["", command.details] : []),
    "",
    "Options:",
    ...options,
    line("--help", "Show this help."),
    ...(command.name === "start" ? ["", "Settings from the environment:", ...settingLines()] : []),
  ].join("\n");
}

const settingLines = () =>
  Object.values(settings as Record<string, Setting<unknown>>).map(({ variable, help, fallback }) =>
    line(variable, `${help} (${fallback})`),
  );
