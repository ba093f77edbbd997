import { parseArgs } from "node:util";
import { ConfigProblem } from "../config.ts";
import { EmbeddedProblem } from "../db/embedded/index.ts";
import { MigrationProblem } from "../db/migration-files.ts";
import { Refusal } from "../kernel/refusal.ts";
import { version } from "../package-root.ts";
import { PluginProblem } from "../providers/plugin-problem.ts";
import { type Command, CommandProblem, type Given } from "./command.ts";
import { doctor } from "./commands/doctor.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { openapi } from "./commands/openapi.ts";
import { seed } from "./commands/seed.ts";
import { start } from "./commands/start.ts";
import { tokenIssue, tokenRevoke } from "./commands/token.ts";
import { userCreate, userList } from "./commands/user.ts";
import { worker } from "./commands/worker.ts";
import { generalHelp, helpFor } from "./help.ts";

const commands: Command[] = [
  start,
  worker,
  migrateCommand,
  seed,
  userCreate,
  userList,
  tokenIssue,
  tokenRevoke,
  doctor,
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
    return (await command.run(given)) ?? 0;
  } catch (error) {
    return failed(error);
  }
}

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
  if (family.length > 0) {
    console.log(family.map(helpFor).join("\n\n"));
    return words.includes("--help") || words.includes("-h") ? 0 : 2;
  }
  console.error(`tradewind: there is no command ${first}\n\n${generalHelp(commands)}`);
  return 2;
}

function parsed(command: Command, words: string[]): Given {
  const options = Object.entries(command.options ?? {}).map(([name, option]) => [
    name,
    { type: option.value === undefined ? "boolean" : "string" } as const,
  ]);
  try {
    const { values } = parseArgs({
      args: words,
      options: { ...Object.fromEntries(options), help: { type: "boolean", short: "h" } },
    });
    return values as Given;
  } catch (error) {
    throw new CommandProblem(`${(error as Error).message}\nSee: tradewind ${command.name} --help`);
  }
}

const isUserError = (error: unknown): error is Error =>
  [CommandProblem, ConfigProblem, EmbeddedProblem, MigrationProblem, PluginProblem, Refusal].some(
    (kind) => error instanceof kind,
  );

function failed(error: unknown): number {
  if (isUserError(error)) console.error(`tradewind: ${error.message}`);
  else console.error(error);
  return 1;
}
