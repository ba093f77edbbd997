/** Freezes a value that requests share, with everything in it. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  // `for in` allocates nothing, but is slow for arrays.
  if (Array.isArray(value)) for (const part of value) deepFreeze(part);
  else for (const key in value) deepFreeze(value[key]);
  return Object.freeze(value);
}
