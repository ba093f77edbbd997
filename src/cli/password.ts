import { CommandProblem } from "./command.ts";

const MIN_LENGTH = 10;
const MIN_DIFFERENT = 5;
const COMMON = [
  "supersecret",
  "password",
  "passwort",
  "changeme",
  "letmein",
  "welcome",
  "qwertyuiop",
  "qwerty",
  "secret",
  "123456",
  "abc123",
  "administrator",
  "admin",
  "tradewind",
  "medusa",
];

/** Whether a password of 10 or more characters has something besides common words and the email. */
function isGuessable(password: string, email: string): boolean {
  const words = [email, email.split("@")[0]!, ...COMMON].map((word) => word.toLowerCase()).filter(Boolean);
  const rest = words.reduce((left, word) => left.replaceAll(word, ""), password.toLowerCase());
  return new Set(rest).size < MIN_DIFFERENT;
}

/** `name` is what the message calls the password. */
export function refuseWeakPassword(password: string, email: string, name = "the password"): void {
  if (password.length < MIN_LENGTH)
    throw new CommandProblem(`${name} is too short: at least ${MIN_LENGTH} characters are required`);
  if (isGuessable(password, email))
    throw new CommandProblem(`${name} is easy to guess: it is little more than a common word or the email`);
}
