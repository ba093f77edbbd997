import type pg from "pg";
import { readInCatalogue } from "../../db/schema/search-path.ts";
import { readCatalogue } from "../catalogue.ts";
import { readEstimate } from "../estimate.ts";
import type { Finding } from "../finding.ts";
import type { Report } from "../report-text.ts";
import {
  type Examination,
  type Examine,
  type ExamineContext,
  inExamination,
  warning,
} from "./examination.ts";
import { examineAdditions } from "./examine-additions.ts";
import { examineConstraints } from "./examine-constraints.ts";
import { examineEnums } from "./examine-enums.ts";
import { examineFiles } from "./examine-files.ts";
import { examineModules } from "./examine-modules.ts";
import { examineProviders } from "./examine-providers.ts";
import { examineRights } from "./examine-rights.ts";
import { examineRoles, plantedFindings } from "./examine-roles.ts";
import { examineRows } from "./examine-rows.ts";
import { examineColumns, examineEmptyColumns } from "./examine-schema.ts";
import { examineSecrets } from "./examine-secrets.ts";
import { examineVersion } from "./examine-version.ts";

const ofEveryVersion: readonly Examine[] = [examineVersion, examineRights, examineRoles, examineSecrets];

/** An older v1 lacks tables and columns; what they would show is of no use before it is upgraded. */
const ofLastVersion: readonly Examine[] = [
  examineModules,
  examineColumns,
  examineEmptyColumns,
  examineEnums,
  examineConstraints,
  examineAdditions,
  examineProviders,
  examineFiles,
  examineRows,
];

/** What adopting this database of v1 would meet. Only reads; safe while v1 runs on it. */
export async function examine(client: pg.Client, context: ExamineContext): Promise<Finding[]> {
  const planted = await plantedFindings(client);
  if (planted.length > 0) return planted;
  return inExamination(client, context, async (examination) => {
    const first = await run(examination, ofEveryVersion);
    const isOld = first.some(({ code }) => code === "v1_too_old");
    const rest = isOld ? [] : await run(examination, ofLastVersion);
    return [...first, ...rest, ...uncountedFindings(examination)];
  });
}

/** The findings, and what adopting is expected to take. */
export async function readReport(client: pg.Client, context: ExamineContext): Promise<Report> {
  const findings = await examine(client, context);
  const found = await readCatalogue(client);
  const estimate = await readInCatalogue(client, () => readEstimate(client, found, context.target));
  return { findings, estimate };
}

async function run(examination: Examination, parts: readonly Examine[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const part of parts) findings.push(...(await part(examination)));
  return findings;
}

const uncountedFindings = ({ uncounted }: Examination): Finding[] =>
  uncounted.length === 0
    ? []
    : [
        warning(
          "not_counted",
          `Not examined, because it takes too long, is locked, or is not allowed: ${uncounted.join(", ")}. Run it on a copy for these.`,
          { subjects: uncounted },
        ),
      ];
