import { Refusal } from "../../../kernel/refusal.ts";

export interface NewNote {
  value: string;
  resource_type: string;
  resource_id: string;
}

export const noteNotFound = (id: string) => new Refusal("not_found", `Note with id: ${id} was not found.`);
