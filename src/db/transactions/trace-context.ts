/** `traceparent` of the current work, stored with the events and jobs that it causes. Null while tracing is off. */
let source: () => string | null = () => null;

export const currentTraceparent = (): string | null => source();

/** Called once, when tracing starts. */
export function setTraceparentSource(current: () => string | null): void {
  source = current;
}
