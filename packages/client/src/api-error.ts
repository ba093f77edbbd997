/** The body of a refused request. */
interface RefusedBody {
  type?: string;
  code?: string;
  message?: string;
  errors?: string[];
}

interface Circumstances {
  /** "POST /store/carts/{id}" */
  operation: string;
  idempotencyKey: string | undefined;
}

/**
 * A request that was refused, or that got no answer: then the status is 0 and the type `network` or `timeout`. An aborted request
 * throws the reason of its signal instead.
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** The kind of refusal, for programs: `invalid_data`, `not_found`, `conflict`, … */
  readonly type: string | undefined;
  /** A closer reason, where there is one. */
  readonly code: string | undefined;
  /** Each thing that is wrong, where a request names many. */
  readonly errors: readonly string[];
  /** The path of the description with its method: "POST /store/carts/{id}". */
  readonly operation: string;
  /** What the log of the server and the audit log have for this request. */
  readonly requestId: string | undefined;
  /** With the same key the request can be sent again, and is carried out once. */
  readonly idempotencyKey: string | undefined;
  /** Seconds after which the server wants to get the request again. */
  readonly retryAfter: number | undefined;

  constructor(
    readonly status: number,
    refused: RefusedBody,
    { operation, idempotencyKey, response, cause }: Circumstances & { response?: Response; cause?: unknown },
  ) {
    const errors = refused.errors ?? [];
    const message = (refused.message ?? errors.join("; ")) || `The server answered with status ${status}`;
    super(message, cause === undefined ? undefined : { cause });
    this.type = refused.type;
    this.code = refused.code;
    this.errors = errors;
    this.operation = operation;
    this.requestId = response?.headers.get("x-request-id") ?? undefined;
    this.idempotencyKey = response?.headers.get("idempotency-key") ?? idempotencyKey;
    this.retryAfter = secondsIn(response?.headers.get("retry-after"));
  }
}

/** The header has seconds or a date. */
function secondsIn(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** The error of an answer that is none of success. Proxies answer with pages, which say nothing to programs. */
export async function refusalOf(response: Response, circumstances: Circumstances): Promise<ApiError> {
  let body: unknown;
  try {
    body = JSON.parse(await response.text());
  } catch {
    body = undefined;
  }
  const refused = typeof body === "object" && body !== null ? (body as RefusedBody) : {};
  return new ApiError(response.status, refused, { ...circumstances, response });
}

/** The error of a request without an answer. */
export function failureOf(error: unknown, circumstances: Circumstances): ApiError {
  const message = error instanceof Error ? error.message : String(error);
  return new ApiError(0, { type: "network", message }, { ...circumstances, cause: error });
}

export const timeoutOf = (milliseconds: number, circumstances: Circumstances): ApiError =>
  new ApiError(
    0,
    { type: "timeout", message: `There was no answer within ${milliseconds} ms` },
    circumstances,
  );
