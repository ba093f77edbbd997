import type { Config } from "../../config.ts";
import { databaseFindings } from "./database-findings.ts";
import type { Finding } from "./finding.ts";
import { poolerFindings } from "./pooler-findings.ts";
import { settingFindings } from "./setting-findings.ts";
import { programFindings } from "./version-findings.ts";

/** Checks an installation for common problems. Changes nothing. */
export async function examine(config: Config): Promise<Finding[]> {
  return [
    ...programFindings(),
    ...(await poolerFindings(config)),
    ...(await databaseFindings(config)),
    ...settingFindings(config),
  ];
}
