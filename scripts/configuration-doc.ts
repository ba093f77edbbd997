import type { Setting } from "../src/settings/setting-kinds.ts";
import { settings } from "../src/settings/settings.ts";

const escaped = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

/** The text of docs/configuration.md: one row for each setting. */
export function configurationDoc(): string {
  const rows = Object.values(settings as Record<string, Setting<unknown>>).map(
    ({ variable, help, fallback }) => `| \`${variable}\` | ${escaped(help)} | ${escaped(fallback)} |`,
  );
  return `# Configuration

Made by \`npm run generate\` from \`src/settings/\`. All settings come from the environment, and from \`.env\` of the working
directory where the environment has no value. \`npm start -- --help\` lists
them too, and \`npm run tradewind -- doctor\` reports contradictory ones.

| variable | meaning | default |
|---|---|---|
${rows.join("\n")}
`;
}
