/**
 * Works that do not need each other, side by side. When one fails, the others are still waited for: nothing goes on
 * behind the back of whoever handles the failure.
 */
export async function together<Results extends unknown[]>(
  ...works: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  await Promise.allSettled(works);
  return Promise.all(works) as Promise<Results>;
}
