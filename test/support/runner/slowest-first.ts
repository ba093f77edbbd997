import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files and folders whose tests take long, the longest first: at the end no worker is left alone with one. */
const slow = [
  "dashboard/every-page",
  "dashboard/products",
  "docs/guides",
  "faults/checkout",
  "deploy/image",
  "faults/demo-",
  "fuzz/operations",
  "faults/swaps",
  "faults/server",
  "faults/batch-jobs",
  "soak",
  "faults",
  "races/many-starts",
  "cli/command-line",
  "docs/guides-",
  "scale",
  "cli",
  "docs",
  "security/planted-secrets",
  "security/tokens-in-events",
  "security/api4-heavy",
  "db/restored-backup",
  "db/migrate",
  "db/adopt",
  "journeys",
  "races",
  "events/subscriptions",
  "api/batch-",
  "api/document-cache.",
  "security",
].map((name) => `/test/${name}`);

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = slow.findIndex((part) => moduleId.includes(part));
  return rank < 0 ? slow.length : rank;
};

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
