import { describe, expect } from "vitest";
import type { Client } from "../support/clients/client.ts";
import { ADMIN } from "../support/fixtures/shop.ts";
import { withShop } from "../support/fixtures/with-shop.ts";
import { runTradewind } from "../support/servers/process.ts";

const { it, shop } = withShop();

const run = (words: string[], input?: string) =>
  runTradewind(words, { DATABASE_URL: shop.databaseUrl }, { input });

const ofUser = (email: string) => ["user", "password", "--email", email];

/** A user with a session. */
async function aUser(email: string): Promise<Client> {
  await run(["user", "create", "--email", email, "--password", "the first of them"]);
  const client = shop.visitor();
  await client.post("/admin/auth", { email, password: "the first of them" });
  expect((await client.get("/admin/auth")).status).toBe(200);
  return client;
}

const canLogIn = async (email: string, password: string) =>
  (await shop.visitor().post("/admin/auth", { email, password })).status === 200;

describe("`user password`", () => {
  it("reads the new password from standard input, and ends the sessions of the user", async () => {
    const email = "ada@example.com";
    const session = await aUser(email);
    expect(await run(ofUser(email), "a better one\nand more\n")).toEqual({
      code: 0,
      output: `The password of ${email} is changed.\n`,
    });
    expect((await session.get("/admin/auth")).status).toBe(401);
    expect(await canLogIn(email, "the first of them")).toBe(false);
    expect(await canLogIn(email, "a better one")).toBe(true);
    expect((await shop.admin.get("/admin/auth")).status).toBe(200);
  });

  it("generates one with --generate", async () => {
    const { output } = await run([...ofUser(ADMIN.email.toUpperCase()), "--generate"]);
    const [, password] = /Password: (\S+)\n$/.exec(output)!;
    expect(await canLogIn(ADMIN.email, password!)).toBe(true);
  });

  it.each([
    ["no password", "", "--generate"],
    ["a short one", "password1\n", "at least 10 characters"],
    ["one of common words", "password1234\n", "easy to guess"],
  ])("refuses %s, and the old one stays", async (name, input, message) => {
    const email = `${name.replaceAll(" ", "-")}@example.com`;
    const session = await aUser(email);
    const { code, output } = await run(ofUser(email), input);
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect((await session.get("/admin/auth")).status).toBe(200);
    expect(await canLogIn(email, "the first of them")).toBe(true);
  });

  it("refuses an unknown email", async () => {
    expect(await run([...ofUser("nobody@example.com"), "--generate"])).toEqual({
      code: 1,
      output: "tradewind: User with email: nobody@example.com was not found\n",
    });
  });
});

describe("`user create`", () => {
  it.each([
    ["short", "at least 10 characters"],
    ["newcomer12", "easy to guess"],
  ])("refuses the password %s, and creates nothing", async (password, message) => {
    const words = ["user", "create", "--email", "newcomer@example.com", "--password", password];
    const { code, output } = await run(words);
    expect([code, output]).toEqual([1, expect.stringContaining(message)]);
    expect((await run(["user", "list"])).output).not.toContain("newcomer");
  });
});
