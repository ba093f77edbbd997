import { randomBytes } from "node:crypto";
import { configFrom } from "../../config.ts";
import type { Db } from "../../db/database.ts";
import {
  assignRoleByEmail,
  createUser,
  issueApiToken,
  listUsers,
  revokeApiToken,
  setPassword,
} from "../../modules/people/users/index.ts";
import { type Command, CommandProblem, type Given, optionalText, required } from "../command.ts";
import { migrateAll, openConfigured, openShop } from "../database.ts";
import { refuseWeakPassword } from "../password.ts";
import { readPassword } from "../read-password.ts";

const roles = ["admin", "member", "developer"] as const;

export const userCreate: Command = {
  name: "user create",
  summary: "Create a user for the administrative API.",
  options: {
    email: { value: "email", help: "Email of the user." },
    password: { value: "password", help: "Password; generated and printed by default." },
    role: { value: "role", help: `One of ${roles.join(", ")}; member by default.` },
  },
  async run(given) {
    const email = required(given, "email");
    const chosen = optionalText(given, "password");
    if (chosen !== undefined) refuseWeakPassword(chosen, email);
    const password = chosen ?? generatedPassword();
    const role = roles.find((each) => each === (optionalText(given, "role") ?? "member"));
    if (!role) throw new CommandProblem(`--role must be one of ${roles.join(", ")}`);
    const opened = await openConfigured(configFrom(process.env), "tool");
    try {
      await migrateAll(opened);
      const id = await createUser({ db: opened.db }, { email, password, role });
      console.log(`Created ${email} (${id}).${chosen ? "" : ` Password: ${password}`}`);
      return 0;
    } finally {
      await opened.close();
    }
  },
};

const generatedPassword = () => randomBytes(12).toString("base64url");

export const userPassword: Command = {
  name: "user password",
  summary: "Set a new password for a user and end the sessions of the user.",
  details: "The password is typed at the terminal, or read from standard input.",
  options: {
    email: { value: "email", help: "Email of the user." },
    generate: { help: "Generate the password and print it." },
  },
  async run(given) {
    const email = required(given, "email");
    const password = given["generate"] ? generatedPassword() : await readPassword();
    refuseWeakPassword(password, email);
    return runForUser(given, async (db) => {
      await setPassword({ db }, { email, password });
      return `The password of ${email} is changed.${given["generate"] ? ` Password: ${password}` : ""}`;
    });
  },
};

export const userList: Command = {
  name: "user list",
  summary: "List the users.",
  async run() {
    const opened = await openShop(configFrom(process.env));
    try {
      const users = await listUsers({ db: opened.db });
      for (const { id, email, role } of users) console.log([id, email, role ?? "member"].join("  "));
      return 0;
    } finally {
      await opened.close();
    }
  },
};

const options = { email: { value: "email", help: "Email of the user." } };

const runForUser = async (
  given: Given,
  work: (db: Db, email: string) => Promise<string>,
): Promise<number> => {
  const email = required(given, "email");
  const opened = await openShop(configFrom(process.env));
  try {
    console.log(await work(opened.db, email));
    return 0;
  } finally {
    await opened.close();
  }
};

export const userRole: Command = {
  name: "user role",
  summary: "Give a user a role: what they may do in the administrative API.",
  details:
    "A shop with roles always has an owner. With the first role every other user becomes an owner, which is what they were so far.",
  options: { ...options, role: { value: "role", help: "Id or name of the role, such as owner or support." } },
  run: (given) =>
    runForUser(given, async (db, email) => {
      const role = required(given, "role");
      await assignRoleByEmail({ db }, { email, role });
      return `${email} has the role ${role}.`;
    }),
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
