import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Whose tests start processes and wait for them, the longest first: at the end no worker is left alone with one. */
const slow = ["faults/checkout", "fuzz", "faults", "soak", "cli", "scale", "docs", "races"].map(
  (name) => `/test/${name}`,
);

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
