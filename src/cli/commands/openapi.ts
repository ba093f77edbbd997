import { writeFileSync } from "node:fs";
import { buildApp } from "../../app.ts";
import { configFrom } from "../../config.ts";
import { openDatabase } from "../../db/database.ts";
import { fixedSecrets } from "../../kernel/shop-secrets.ts";
import { type Command, optionalText } from "../command.ts";

export const openapi: Command = {
  name: "openapi",
  summary: "Print the OpenAPI description of the API.",
  options: { out: { value: "file", help: "Write it to a file instead." } },
  async run(given) {
    const text = await describeApi();
    const file = optionalText(given, "out");
    if (file) writeFileSync(file, text);
    else process.stdout.write(text);
    return 0;
  },
};

/** OpenAPI as JSON, generated from the routes without a database. */
export async function describeApi(): Promise<string> {
  const config = configFrom({ LOG_LEVEL: "silent" });
  const db = openDatabase({ url: "postgres://nobody@localhost/nothing" });
  const app = await buildApp({
    config,
    db,
    secrets: fixedSecrets("no token is signed here"),
    describeOnly: true,
  });
  try {
    await app.ready();
    return `${JSON.stringify(app.describeApi(), null, 2)}\n`;
  } finally {
    await app.close();
    await db.close();
  }
}
