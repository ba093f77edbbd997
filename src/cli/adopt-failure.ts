import { AdoptProblem } from "../adopt/adopt-problem.ts";
import { isConnectionError } from "../db/connections/connection-loss.ts";
import { withErrorCode } from "../db/connections/pg-protocol-adapter.ts";
import { CommandProblem } from "./command.ts";

/**
 * What a person is told about an adoption that has stopped: what it was, and that the command can be repeated. Every step is one
 * transaction or finds what an earlier run has left, so nothing is lost. Faults of the program itself keep their stack trace.
 */
export function adoptFailure(error: unknown, command: string): unknown {
  if (error instanceof AdoptProblem) return new CommandProblem(error.message, { cause: error });
  const { message, severity, code, table, detail } = withErrorCode(error) as Partial<Described>;
  const again = `Run it again: ${command}. It continues where it has stopped`;
  if (isConnectionError(error)) {
    return new CommandProblem(
      `the connection to the database was lost (${message}). What was complete stays, and the rest was not done. ${again}`,
      { cause: error },
    );
  }
  if (severity === undefined) return error;
  const details = [table && `table ${table}`, detail, `code ${code}`].filter(Boolean).join("; ");
  return new CommandProblem(
    `PostgreSQL has refused a step: ${message} (${details}). The step was rolled back, and the tables can be used as before. Mend this first. ${again}`,
    { cause: error },
  );
}

interface Described {
  message: string;
  severity: string;
  code: string;
  table: string;
  detail: string;
}
