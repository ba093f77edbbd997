import type { Config } from "../config.ts";
import { pendingMigrations } from "../db/migrations/migrate.ts";
import { creatorsProblem, publicSchemaOf } from "../db/schema/public-schema.ts";
import { migrationObstacle } from "../db/schema/rights.ts";
import { listUsers } from "../modules/people/users/index.ts";
import { CommandProblem } from "./command.ts";
import type { OpenedDatabase } from "./database.ts";
import { refuseWeakPassword } from "./password.ts";

/** Finds what would make the first start fail halfway, and warns of other roles. Writes nothing. */
export async function checkDatabase({ db }: Pick<OpenedDatabase, "db">, config: Config): Promise<void> {
  const query = (text: string) => db.pool.query(text);
  const isPending = (await pendingMigrations(query)).length > 0;
  const obstacle = isPending ? await migrationObstacle(query) : null;
  if (obstacle) throw new CommandProblem(obstacle);
  const openSchema = creatorsProblem(await publicSchemaOf(query));
  if (openSchema) console.error(`tradewind: ${openSchema.text}. ${openSchema.remedy}`);
  const { adminEmail, adminPassword } = config;
  if (adminPassword !== undefined && !(await hasUsers(db)))
    refuseWeakPassword(adminPassword, adminEmail, "TRADEWIND_ADMIN_PASSWORD");
}

async function hasUsers(db: OpenedDatabase["db"]): Promise<boolean> {
  const [table] = await db.run({ text: `select where to_regclass('public."user"') is not null`, values: [] });
  return table !== undefined && (await listUsers({ db })).length > 0;
}
