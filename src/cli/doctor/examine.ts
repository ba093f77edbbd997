import { type Config, ConfigProblem, configFrom } from "../../config.ts";
import { dataFolderFindings } from "./data-folder-findings.ts";
import { databaseFindings } from "./database-findings.ts";
import { type Finding, fail } from "./finding.ts";
import { misspeltFindings } from "./misspelt-findings.ts";
import { poolerFindings } from "./pooler-findings.ts";
import { pluginFindings, serviceFindings } from "./service-findings.ts";
import { settingFindings } from "./setting-findings.ts";
import { programFindings } from "./version-findings.ts";

type Environment = Record<string, string | undefined>;

/** Checks an installation for common problems. Changes nothing. */
export async function examine(environment: Environment): Promise<Finding[]> {
  return [...programFindings(), ...misspeltFindings(environment), ...(await findingsWith(environment))];
}

/** A value that cannot be read hides what depends on the settings. */
async function findingsWith(environment: Environment): Promise<Finding[]> {
  try {
    return await findingsOf(configFrom(environment));
  } catch (error) {
    if (!(error instanceof ConfigProblem)) throw error;
    return [
      fail("settings", error.message, "No server starts like this, and the other checks were left out."),
    ];
  }
}

async function findingsOf(config: Config): Promise<Finding[]> {
  const folder = dataFolderFindings(config);
  // No start makes an embedded database there, and none runs.
  const isWithoutDatabase = config.databaseUrl === undefined && folder.some(({ level }) => level === "fail");
  return [
    ...folder,
    ...(await poolerFindings(config)),
    ...(isWithoutDatabase ? [] : await databaseFindings(config)),
    ...(await pluginFindings(config)),
    ...(await serviceFindings(config)),
    ...settingFindings(config),
  ];
}
