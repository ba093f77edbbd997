import { optionalWholeNumber, wholeNumber } from "./setting-kinds.ts";

const mebibyte = 1024 * 1024;

/** Limits of requests and of stored data. */
export const limitSettings = {
  bodyLimit: wholeNumber("TRADEWIND_BODY_LIMIT", "Maximum size of a JSON body in bytes.", mebibyte, [
    1024,
    512 * mebibyte,
  ]),
  answerBytes: wholeNumber(
    "TRADEWIND_ANSWER_BYTES",
    "Maximum bytes of an answer to a read, and of its rows from the database; a larger one is refused.",
    64 * mebibyte,
    [64 * 1024, 1024 * mebibyte],
  ),
  maxLimit: wholeNumber("TRADEWIND_MAX_LIMIT", "Maximum page size of a list.", 1000, [1, 100_000]),
  requests: optionalWholeNumber(
    "TRADEWIND_REQUESTS",
    "Requests that a process runs at the same time; others wait, less important ones first.",
    "four times TRADEWIND_POOL_SIZE",
    [1, 100_000],
  ),
  waitingRequests: wholeNumber(
    "TRADEWIND_WAITING_REQUESTS",
    "Requests that wait in a process; further ones get 503 at once.",
    2_000,
    [0, 1_000_000],
  ),
  heavyReads: optionalWholeNumber(
    "TRADEWIND_HEAVY_READS",
    "Searches (q) and large pages of the storefront that a process reads at the same time; others wait.",
    "half of TRADEWIND_POOL_SIZE",
    [1, 1000],
  ),
  heavyReadsPerAddress: optionalWholeNumber(
    "TRADEWIND_HEAVY_READS_PER_ADDRESS",
    "How many of them one address can have at the same time.",
    "half of TRADEWIND_HEAVY_READS",
    [1, 1000],
  ),
  heavyReadTimeout: wholeNumber(
    "TRADEWIND_HEAVY_READ_TIMEOUT",
    "Milliseconds after which the database ends a statement of such a read, or of a search of an administrator; six times as many for reports. The request gets 503.",
    10_000,
    [100, 3_600_000],
  ),
  heavyReadMemory: wholeNumber(
    "TRADEWIND_HEAVY_READ_MEMORY",
    "Megabytes of their answers that clients have not taken yet in each process; further ones are refused.",
    64,
    [1, 100_000],
  ),
  uploadLimit: wholeNumber(
    "TRADEWIND_UPLOAD_LIMIT",
    "Maximum size of an uploaded file in bytes.",
    50 * mebibyte,
    [1, 1024 * 1024 * mebibyte],
  ),
  uploadFiles: wholeNumber("TRADEWIND_UPLOAD_FILES", "Maximum number of files of one upload.", 20, [1, 1000]),
  cartLines: wholeNumber("TRADEWIND_CART_LINES", "Maximum number of lines of a cart.", 500, [1, 100_000]),
  cartBytes: wholeNumber(
    "TRADEWIND_CART_BYTES",
    "Maximum bytes of customer data in a cart: metadata of lines, context, addresses, data for carriers and payments.",
    mebibyte,
    [1024, 512 * mebibyte],
  ),
  customerAddresses: wholeNumber(
    "TRADEWIND_CUSTOMER_ADDRESSES",
    "Maximum number of addresses of a customer.",
    200,
    [1, 100_000],
  ),
  customerBytes: wholeNumber(
    "TRADEWIND_CUSTOMER_BYTES",
    "Maximum bytes of metadata and addresses of a customer.",
    mebibyte,
    [1024, 512 * mebibyte],
  ),
  customerSessions: wholeNumber(
    "TRADEWIND_CUSTOMER_SESSIONS",
    "Maximum number of sessions of a customer; a further login ends the oldest.",
    100,
    [1, 100_000],
  ),
  orderReturns: wholeNumber(
    "TRADEWIND_ORDER_RETURNS",
    "Maximum number of returns that customers can request for one order.",
    100,
    [1, 100_000],
  ),
  failuresPerAccount: wholeNumber(
    "TRADEWIND_FAILURES_PER_ACCOUNT",
    "Failed attempts at one account in 15 minutes before it must wait; for logins, attempts from one address.",
    20,
    [1, 1_000_000],
  ),
  failuresPerAddress: wholeNumber(
    "TRADEWIND_FAILURES_PER_ADDRESS",
    "Failed attempts from one address in 15 minutes before it must wait.",
    300,
    [1, 1_000_000],
  ),
  eventStreams: wholeNumber(
    "TRADEWIND_EVENT_STREAMS",
    "Event streams that a process keeps open at the same time; further ones are refused.",
    100,
    [0, 100_000],
  ),
  userEventStreams: wholeNumber(
    "TRADEWIND_USER_EVENT_STREAMS",
    "Event streams of one user that a process keeps open at the same time; further ones are refused.",
    10,
    [0, 100_000],
  ),
  cartDays: wholeNumber(
    "TRADEWIND_CART_DAYS",
    "Days after which an unchanged cart is deleted; 0 keeps all.",
    90,
    [0, 36_500],
  ),
  eventDays: wholeNumber(
    "TRADEWIND_EVENT_DAYS",
    "Days that delivered events stay in the log, and so in the timelines of orders; 0 keeps all.",
    0,
    [0, 36_500],
  ),
  auditDays: wholeNumber(
    "TRADEWIND_AUDIT_DAYS",
    "Days that entries stay in the audit log; 0 keeps all.",
    0,
    [0, 36_500],
  ),
  notificationDays: wholeNumber(
    "TRADEWIND_NOTIFICATION_DAYS",
    "Days that sent notifications stay; 0 keeps all.",
    0,
    [0, 36_500],
  ),
  mailDays: wholeNumber(
    "TRADEWIND_MAIL_DAYS",
    "Days that a mail stays in the list of mails; 0 keeps all.",
    180,
    [0, 36_500],
  ),
  exportDays: wholeNumber(
    "TRADEWIND_EXPORT_DAYS",
    "Days that the files of exports stay; 0 keeps all.",
    0,
    [0, 36_500],
  ),
};
