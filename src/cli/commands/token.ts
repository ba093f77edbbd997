import { configFrom } from "../../config.ts";
import type { Db } from "../../db/database.ts";
import { issueApiToken, revokeApiToken } from "../../modules/people/users/index.ts";
import { type Command, type Given, required } from "../command.ts";
import { openConfigured } from "../database.ts";

const options = { email: { value: "email", help: "Email of the user." } };

const runForUser = async (
  given: Given,
  work: (db: Db, email: string) => Promise<string>,
): Promise<number> => {
  const email = required(given, "email");
  const opened = await openConfigured(configFrom(process.env), "tool");
  try {
    console.log(await work(opened.db, email));
    return 0;
  } finally {
    await opened.close();
  }
};

export const tokenIssue: Command = {
  name: "token issue",
  summary: "Issue an API token for `Authorization: Bearer`; an earlier one is revoked.",
  options,
  run: (given) => runForUser(given, (db, email) => issueApiToken({ db }, email)),
};

export const tokenRevoke: Command = {
  name: "token revoke",
  summary: "Revoke the API token of a user.",
  options,
  run: (given) =>
    runForUser(given, async (db, email) => {
      await revokeApiToken({ db }, email);
      return `The API token of ${email} is revoked.`;
    }),
};
