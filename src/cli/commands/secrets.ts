import { configFrom } from "../../config.ts";
import { makeDataFolder } from "../../db/embedded/index.ts";
import { days } from "../../kernel/dates.ts";
import { type Command, CommandProblem, optionalText } from "../command.ts";
import { refuseMissing } from "../database.ts";
import { StoredSecrets } from "../stored-secrets.ts";

/** As long as the longest token is valid: that of a customer. */
const DEFAULT_DAYS = 30;
const MAX_DAYS = 365;

export const secretsRotate: Command = {
  name: "secrets rotate",
  summary: "Make a new secret for tokens and links; the old one is accepted for a while.",
  options: {
    "accept-days": {
      value: "number",
      help: `Days that the old secret is accepted, ${DEFAULT_DAYS} by default; with 0 all tokens end now.`,
    },
  },
  details:
    "For the generated secret in the data folder. Running servers notice the change within a second.\n" +
    "For TRADEWIND_JWT_SECRET see docs/security.md.",
  async run(given) {
    const config = configFrom(process.env);
    if (config.jwtSecret !== undefined) {
      throw new CommandProblem(
        "TRADEWIND_JWT_SECRET is set: change it there, and list the old one in TRADEWIND_ACCEPTED_JWT_SECRETS (docs/security.md).",
      );
    }
    refuseMissing(config);
    const accepted = daysIn(optionalText(given, "accept-days"));
    const until = new Date(Date.now() + days(accepted));
    new StoredSecrets(makeDataFolder(config.dataDir)).rotate(until);
    console.log(
      accepted === 0
        ? "A new secret signs from now on. The old ones end now: users and customers with tokens log in again."
        : `A new secret signs from now on. The old one is accepted until ${until.toISOString()}.`,
    );
    return 0;
  },
};

function daysIn(text: string | undefined): number {
  const value = Number(text ?? DEFAULT_DAYS);
  if (!Number.isInteger(value) || value < 0 || value > MAX_DAYS)
    throw new CommandProblem(`--accept-days: ${text} is not a whole number from 0 to ${MAX_DAYS}`);
  return value;
}
