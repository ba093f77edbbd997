import { invalid } from "../../../kernel/refusal.ts";

export type RequirementType = "min_subtotal" | "max_subtotal";

export interface Requirement {
  id: string;
  type: RequirementType;
  amount: number;
}

/** With an id, one that the option already has. */
export type RequirementInput = Omit<Requirement, "id"> & { id?: string };

/** What is sent takes the place of what was there; requirements that are sent with their id keep it. */
export function requirementsFrom(
  sent: readonly RequirementInput[],
  current: readonly Requirement[],
  nextId: () => string,
): Requirement[] {
  for (const { id } of sent) {
    if (id !== undefined && !current.some((requirement) => requirement.id === id)) {
      throw invalid(`Shipping option requirement with id ${id} does not exist`);
    }
  }
  refuseContradictions(sent);
  return sent.map(({ id, type, amount }) => ({ id: id ?? nextId(), type, amount }));
}

function refuseContradictions(requirements: readonly RequirementInput[]): void {
  const ids = requirements.flatMap(({ id }) => id ?? []);
  if (new Set(ids).size < ids.length) throw invalid("requirements: an ID is sent twice");
  const [min, ...moreMins] = amountsOf(requirements, "min_subtotal");
  const [max, ...moreMaxs] = amountsOf(requirements, "max_subtotal");
  if (moreMins.length + moreMaxs.length > 0) {
    throw invalid("Only one requirement of each type is allowed");
  }
  // A subtotal must reach the one and stay below the other.
  if (min !== undefined && max !== undefined && max <= min) {
    throw invalid("Max. subtotal must be greater than Min. subtotal");
  }
}

const amountsOf = (requirements: readonly RequirementInput[], type: RequirementType) =>
  requirements.filter((requirement) => requirement.type === type).map(({ amount }) => amount);
