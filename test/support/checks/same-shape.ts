import { setFlagsFromString } from "node:v8";

setFlagsFromString("--allow-natives-syntax");

const isSameMap = new Function("one", "other", "return %HaveSameMap(one, other)") as (
  one: object,
  other: object,
) => boolean;

const OFTEN = 50;

/**
 * Whether V8 has one hidden class for all that are made: then code that has met one of them is fast with the others. How it
 * makes them may change with the first few.
 */
export function haveOneShape<Made>(make: (number: number) => Made, part: (made: Made) => unknown): boolean {
  const made = Array.from({ length: OFTEN }, (_, number) => part(make(number)) as object);
  return isSameMap(made.at(-2)!, made.at(-1)!);
}
