import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { notAllowed, Refusal } from "../../../kernel/refusal.ts";
import type { SentCustomFields } from "../../../kernel/sent-fields.ts";

export interface CustomerGroup {
  id: string;
  name: string;
  metadata: Metadata | null;
}

export interface NewCustomerGroup {
  name: string;
  metadata?: Metadata;
  custom_fields?: SentCustomFields;
}

export type CustomerGroupChanges = Partial<NewCustomerGroup>;

export const groupFrom = (id: string, input: NewCustomerGroup): CustomerGroup => ({
  id,
  name: input.name,
  metadata: input.metadata ?? null,
});

export const withChanges = (group: CustomerGroup, changes: CustomerGroupChanges): CustomerGroup => ({
  ...group,
  name: changes.name ?? group.name,
  metadata: changes.metadata ? mergedMetadata(group.metadata, changes.metadata) : group.metadata,
});

export const unknownGroup = (id: string) =>
  new Refusal("not_found", `CustomerGroup with id ${id} was not found`);

/** Of a segment: see people/segments. */
export const membersFollowRules = () =>
  notAllowed("customer_ids: the members of a segment follow its rules. Change the rules instead");

export const unknownCustomers = (ids: readonly string[]) =>
  new Refusal("not_found", `The following customer ids do not exist: ${JSON.stringify(ids.join(", "))}`);
