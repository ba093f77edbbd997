/** An adoption that cannot be made, completed or undone: printed without a stack trace. */
export class AdoptProblem extends Error {}

/** The code of PostgreSQL's error. */
export const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;
