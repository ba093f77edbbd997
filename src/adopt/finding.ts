/** stop: adopting is refused. warning: a person should know and decide. note: a fact. */
export type Severity = "stop" | "warning" | "note";

/** Something that `tradewind adopt` found in a database of v1. */
export interface Finding {
  severity: Severity;
  /** For machines: stable words such as `provider_missing`. */
  code: string;
  /** For people: one sentence, with what to do about it. */
  message: string;
  /** For machines: the numbers and names of the message. */
  details?: Record<string, unknown>;
}
