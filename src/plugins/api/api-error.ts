const MARK = Symbol.for("tradewind.api-error");

/** An operation that was refused: the status, the type, the message and the code of the answer. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly type: string | undefined;
  readonly code: string | undefined;

  constructor(operation: string, status: number, answer: { type?: string; message?: string; code?: string }) {
    super(answer.message ?? `${operation} was answered with ${status}`);
    this.status = status;
    this.type = answer.type;
    this.code = answer.code;
    Object.defineProperty(this, MARK, { value: true });
  }

  /** Also for errors that another copy of this package made. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && MARK in value;
  }
}
