import { fileURLToPath } from "node:url";
import { checkFields } from "./check-fields.ts";
import { checkMails } from "./check-mails.ts";
import { checkMiddleware } from "./check-middleware.ts";
import { checkChoices, checkRules } from "./check-rules.ts";
import { checkSteps } from "./check-steps.ts";
import { checkEvents, checkJobs, checkSchedules } from "./check-work.ts";
import type { Plugin } from "./plugin.ts";
import { PluginProblem } from "./plugin-problem.ts";

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_NAME_LENGTH = 40;

/** What is wrong with one part of a plugin, or null. */
type Check = (plugin: Plugin) => string | null;

const checkName: Check = ({ name }) =>
  typeof name === "string" && NAME.test(name) && name.length <= MAX_NAME_LENGTH
    ? null
    : `its name must have lower-case letters, digits and single hyphens, at most ${MAX_NAME_LENGTH}, like loyalty-points; it is ${JSON.stringify(name) ?? "missing"}`;

const isFileUrl = (given: unknown): boolean =>
  typeof (given as { href?: unknown } | null)?.href === "string" &&
  (given as { href: string }).href.startsWith("file:");

const checkMigrations: Check = ({ migrations }) => {
  if (migrations === undefined || typeof migrations === "string" || isFileUrl(migrations)) return null;
  return 'migrations must be a folder: new URL("./migrations/", import.meta.url)';
};

const checkDashboard: Check = ({ dashboard }) => {
  if (dashboard === undefined) return null;
  if (isFileUrl(dashboard)) return null;
  const isEntry =
    typeof dashboard === "object" && dashboard !== null && Object.keys(dashboard).join() === "entry";
  if (isEntry && isFileUrl((dashboard as { entry: unknown }).entry)) return null;
  return 'dashboard must be a folder, new URL("./dashboard/", import.meta.url), or { entry } with the file in it';
};

const isFunction =
  (part: "register" | "personalData"): Check =>
  ({ [part]: given }) =>
    given === undefined || typeof given === "function" ? null : `${part} must be a function`;

/** A part that does not exist is a typo, which would otherwise do nothing. */
const checks = {
  name: checkName,
  version: ({ version }) =>
    version === undefined || typeof version === "string" ? null : "version must be a text",
  register: isFunction("register"),
  tables: () => null,
  migrations: checkMigrations,
  events: checkEvents,
  fields: checkFields,
  jobs: checkJobs,
  schedules: checkSchedules,
  mails: checkMails,
  personalData: isFunction("personalData"),
  middleware: checkMiddleware,
  rules: checkRules,
  choices: checkChoices,
  steps: checkSteps,
  dashboard: checkDashboard,
} satisfies Record<keyof Plugin, Check>;

/** Refuses a plugin that declares something wrongly. It may be plain JavaScript, so nothing is certain. */
export function checkPlugin(source: string, plugin: Plugin): void {
  const unknown = Object.keys(plugin).filter((part) => !Object.hasOwn(checks, part));
  const problems = [
    ...unknown.map((part) => `there is no part ${part}: the parts are ${Object.keys(checks).join(", ")}`),
    ...Object.values<Check>(checks).flatMap((check) => check(plugin) ?? []),
  ];
  if (problems.length > 0) throw new PluginProblem(source, problems.join("; "));
}

/** The folder of its migrations. */
export const migrationFolderOf = ({ migrations }: Plugin): string | null =>
  migrations === undefined
    ? null
    : typeof migrations === "string"
      ? migrations
      : fileURLToPath(migrations.href);
