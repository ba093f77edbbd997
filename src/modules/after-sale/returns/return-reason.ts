import { type Metadata, mergedMetadata } from "../../../kernel/metadata.ts";
import { invalid, Refusal } from "../../../kernel/refusal.ts";

export interface ReturnReason {
  id: string;
  value: string;
  label: string;
  description: string | null;
  parent_return_reason_id: string | null;
  metadata: Metadata | null;
}

export interface ReturnReasonChanges {
  value?: string;
  label?: string;
  description?: string | null;
  metadata?: Metadata;
}

export interface NewReturnReason extends ReturnReasonChanges {
  value: string;
  label: string;
  parent_return_reason_id?: string | null;
}

export const reasonFrom = (id: string, input: NewReturnReason): ReturnReason => ({
  id,
  value: input.value,
  label: input.label,
  description: input.description ?? null,
  parent_return_reason_id: input.parent_return_reason_id || null,
  metadata: input.metadata ?? null,
});

export const withChanges = (reason: ReturnReason, changes: ReturnReasonChanges): ReturnReason => ({
  ...reason,
  value: changes.value ?? reason.value,
  label: changes.label ?? reason.label,
  description: changes.description === undefined ? reason.description : changes.description,
  metadata: changes.metadata ? mergedMetadata(reason.metadata, changes.metadata) : reason.metadata,
});

/** Reasons have at most two levels. */
export function checkCanHaveChildren(parent: ReturnReason): void {
  if (parent.parent_return_reason_id) throw invalid("Doubly nested return reasons is not supported");
}

export const reasonNotFound = (id: string) =>
  new Refusal("not_found", `Return Reason with id: ${id} was not found.`);
