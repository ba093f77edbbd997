import type { Finding } from "../finding.ts";
import { type Examination, listed, note, stop } from "./examination.ts";

/** The release that brings every older database to the last schema of v1. */
const LAST_RELEASE = "1.20.11";

/** The newest migration of each release that has one, the newest first. */
const migrations: readonly (readonly [releases: string, migration: string])[] = [
  ["1.20.4 or newer", "AlterCustomerUniqueConstraint1709888477798"],
  ["1.20.0 to 1.20.2", "PublishableKeySalesChannelLink1701894188811"],
  ["1.18 or 1.19", "AddMetadataToProductCategory1699564794649"],
  ["1.16 or 1.17", "dropMoneyAmountConstraintsForPricingModule1692953518123"],
  ["1.13 to 1.15", "dropVariantIdFkMoneyAmount1680857773273"],
  ["1.12", "productSearchGinIndexes1679950645254"],
  ["1.8 to 1.11", "categoryCreateIndexes1679950645253"],
  ["1.7", "updateCustomerEmailConstraint_1669032280562"],
  ["1.6", "publishableApiKey1667815005070"],
  ["1.5", "paymentCollection1664880666982"],
  ["1.4", "orderEditing1663059812399"],
  ["1.3", "addBatchJobModel1649775522087"],
  ["1.2", "customerGroups1644943746861"],
];

export const [, LAST_MIGRATION] = migrations[0]!;
const OLDEST = "1.0 or 1.1";

/** The releases of v1 that end with these migrations. */
export function releasesOf(names: readonly string[]): string {
  const applied = new Set(names);
  return migrations.find(([, name]) => applied.has(name))?.[0] ?? OLDEST;
}

/** TypeORM puts the time at which a migration was written at the end of its name. */
const writtenAt = (name: string) => Number(/\d{13}$/.exec(name)?.[0] ?? 0);

export async function examineVersion({ rows }: Examination): Promise<Finding[]> {
  const applied = await rows<{ name: string }>("migrations of v1", "select name from migrations order by id");
  if (!applied) return [stop("migrations_unreadable", "The table migrations of v1 cannot be read.")];
  const names = applied.map(({ name }) => name);
  const releases = releasesOf(names);
  if (!names.includes(LAST_MIGRATION)) {
    return [
      stop(
        "v1_too_old",
        `This is a database of v1 ${releases}. Upgrade v1 to ${LAST_RELEASE} first, with the steps that its upgrade guides name, run "medusa migrations run", and adopt then.`,
        { releases, upgradeTo: LAST_RELEASE, missing: LAST_MIGRATION },
      ),
    ];
  }
  const later = names.filter((name) => writtenAt(name) > writtenAt(LAST_MIGRATION));
  return [
    note("v1_version", `This is a database of v1 ${releases}, with ${names.length} migrations.`, {
      releases,
      migrations: names.length,
    }),
    ...(later.length > 0
      ? [
          note(
            "later_migrations",
            `Migrations of plugins, written after the last one of v1: ${listed(later)}. What they have made is named below.`,
            { migrations: later },
          ),
        ]
      : []),
  ];
}
