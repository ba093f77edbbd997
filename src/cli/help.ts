import type { Setting } from "../settings/setting-kinds.ts";
import { settings } from "../settings/settings.ts";
import type { Command } from "./command.ts";

const WIDTH = 32;

const line = (left: string, right: string) =>
  left.length < WIDTH ? `  ${left.padEnd(WIDTH)}${right}` : `  ${left}\n  ${" ".repeat(WIDTH)}${right}`;

export function generalHelp(commands: Command[]): string {
  return [
    "Tradewind, a headless commerce backend",
    "",
    "Usage: tradewind <command> [options]   (in a checkout: npm run tradewind -- <command> [options])",
    "",
    "Commands:",
    ...commands.map(({ name, summary }) => line(name, summary)),
    "",
    "Every command has --help; --version prints the version. Settings come from the environment:",
    "",
    ...settingLines(),
  ].join("\n");
}

export function helpFor(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, option]) =>
    line(`--${name}${option.value ? ` <${option.value}>` : ""}`, option.help),
  );
  return [
    `Usage: tradewind ${command.name} [options]`,
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
