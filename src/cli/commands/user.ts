import { randomBytes } from "node:crypto";
import { configFrom } from "../../config.ts";
import { createUser, listUsers } from "../../modules/people/users/index.ts";
import { type Command, CommandProblem, optionalText, required } from "../command.ts";
import { migrateAll, openConfigured } from "../database.ts";

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
    const generated = optionalText(given, "password") === undefined;
    const password = optionalText(given, "password") ?? randomBytes(12).toString("base64url");
    const role = roles.find((each) => each === (optionalText(given, "role") ?? "member"));
    if (!role) throw new CommandProblem(`--role must be one of ${roles.join(", ")}`);
    const opened = await openConfigured(configFrom(process.env), "tool");
    try {
      await migrateAll(opened);
      const id = await createUser({ db: opened.db }, { email, password, role });
      console.log(`Created ${email} (${id}).${generated ? ` Password: ${password}` : ""}`);
      return 0;
    } finally {
      await opened.close();
    }
  },
};

export const userList: Command = {
  name: "user list",
  summary: "List the users.",
  async run() {
    const opened = await openConfigured(configFrom(process.env), "tool");
    try {
      const users = await listUsers({ db: opened.db });
      for (const { id, email, role } of users) console.log([id, email, role ?? "member"].join("  "));
      return 0;
    } finally {
      await opened.close();
    }
  },
};
