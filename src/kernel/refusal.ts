/** The kinds of refusal the API knows. `http/errors.ts` holds the one table from kind to status. */
export type RefusalType =
  | "invalid_data"
  | "not_allowed"
  | "unauthorized"
  | "not_found"
  | "conflict"
  | "duplicate_error"
  | "payment_authorization_error"
  | "too_many_requests"
  | "unexpected_state";

/** A business rule refuses the request. Nothing was changed. The message is for the user who sent the request. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(
    readonly type: RefusalType,
    message: string,
    readonly code?: string,
    /** Each of several things that are wrong, for requests that name many things at once. */
    readonly errors?: readonly string[],
  ) {
    super(message);
  }
}

/** A rule of a plugin refuses. Its code is not one of the server's, so the status is its own. */
export class RefusalOfPlugin extends Refusal {
  constructor(
    message: string,
    code: string,
    readonly status: 400 | 409,
  ) {
    super("not_allowed", message, code);
  }
}

export const notFound = (what: string, id: string) =>
  new Refusal("not_found", `${what} with id: ${id} was not found`);

export const invalid = (message: string) => new Refusal("invalid_data", message);

/** More than may be stored: 413. */
export const tooLarge = (message: string) => new Refusal("invalid_data", message, "too_large");

/** More than may be answered at once: 413. */
export const answerTooLarge = (bytes: number) =>
  tooLarge(
    `The answer would be larger than ${bytes} bytes: ask for a smaller page with limit, or for less with fields and expand`,
  );

/** Several things in a request are wrong; the message is the one v1 has for that. */
export const invalidParts = (errors: readonly string[]) =>
  new Refusal(
    "invalid_data",
    "Provided request body contains errors. Please check the data and retry the request",
    undefined,
    errors,
  );

export const notAllowed = (message: string, code?: string) => new Refusal("not_allowed", message, code);

export const duplicate = (message: string) => new Refusal("duplicate_error", message);
