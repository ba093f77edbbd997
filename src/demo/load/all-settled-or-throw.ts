/**
 * Awaits independent promises. If one fails, it still awaits the others before it throws, so that nothing runs in the background
 * afterwards.
 */
export async function allSettledOrThrow<Results extends unknown[]>(
  ...works: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  await Promise.allSettled(works);
  return Promise.all(works) as Promise<Results>;
}
