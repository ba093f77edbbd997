import { monotonicFactory } from "ulid";

export type Birth = { id: string; created_at: string; updated_at: string };

/** Gives each row its id and its moment, one second after the one before, so that every list has one order. */
export type Born = (prefix: string) => Birth;

export function birthsFrom(start: Date): Born {
  const nextUlid = monotonicFactory();
  let moment = start.getTime();
  return (prefix) => {
    moment += 1000;
    const at = new Date(moment).toISOString();
    return { id: `${prefix}_${nextUlid(moment)}`, created_at: at, updated_at: at };
  };
}
