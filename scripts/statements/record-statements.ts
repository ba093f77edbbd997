import { AsyncLocalStorage } from "node:async_hooks";
import { buildApp } from "../../src/app.ts";
import { configFrom } from "../../src/config.ts";
import { type Db, openDatabase, type Sql } from "../../src/db/database.ts";
import type { App } from "../../src/http/server.ts";
import { fixedSecrets } from "../../src/kernel/shop-secrets.ts";
import { hashWithArgon2 } from "../../src/modules/people/auth/index.ts";
import { formatSql } from "./format-sql.ts";
import { makeShop, type Send } from "./make-shop.ts";
import { type Ids, REQUESTS, type RecordedRequest } from "./requests.ts";

/** The statements of the main requests, by the name of the file: those of a process with empty caches. */
export async function recordStatements(databaseUrl: string): Promise<Map<string, string>> {
  const ids = await withServer(databaseUrl, async ({ db, send }) => {
    await createAdmin(db);
    return makeShop(send, await logIn(send));
  });
  return withServer(databaseUrl, async ({ send, statementsOf }) => {
    const files = new Map<string, string>();
    const cookie = await logIn(send);
    for (const request of REQUESTS) {
      const { file, method, path, body } = request;
      const isAdmin = file.startsWith("admin-");
      const statements = await statementsOf(async () => {
        const answer = await send(method, path(ids), { body: body?.(ids), ...(isAdmin ? { cookie } : {}) });
        if (file === "checkout-1-create-cart") ids.cart = answer.body.cart.id;
      });
      files.set(`${file}.sql`, contentOf(request, statements));
    }
    return files;
  });
}

interface Recorder {
  db: Db;
  send: Send;
  statementsOf(request: () => Promise<void>): Promise<Sql[]>;
}

/** A server in this process, with nothing in its caches. */
async function withServer<T>(databaseUrl: string, work: (recorder: Recorder) => Promise<T>): Promise<T> {
  const config = configFrom({ LOG_LEVEL: "silent", TRADEWIND_JOBS: "0" });
  const db = openDatabase({ url: databaseUrl });
  // Statements of the background belong to no request.
  const current = new AsyncLocalStorage<Sql[]>();
  db.onStatement.add((sql) => {
    if (!isBeside(sql)) current.getStore()?.push(sql);
  });
  const app = await buildApp({ config, db, secrets: fixedSecrets("a secret for this recording only") });
  const statementsOf = async (request: () => Promise<void>) => {
    const statements: Sql[] = [];
    await current.run(statements, request);
    return statements;
  };
  try {
    await app.ready();
    return await work({ db, send: sendingTo(app), statementsOf });
  } finally {
    await app.close();
    await db.close();
  }
}

/** Wakes the readers of the event log, or stores answers that were sent: which request it follows is chance. */
const isBeside = ({ name = "" }: Sql) => /^(events-notify|stored-answers-(write|trim))$/.test(name);

const sendingTo =
  (app: App): Send =>
  async (method, path, { body, cookie } = {}) => {
    const headers = cookie ? { cookie } : {};
    const answer = await app.inject({ method, url: path, headers, ...(body ? { payload: body } : {}) });
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
    const session = answer.cookies.map(({ name, value }) => `${name}=${value}`);
    return { body: answer.json(), cookie: session.join("; ") };
  };

const ADMIN = { email: "admin@example.com", password: "of the recorded admin" };

const createAdmin = async (db: Db) =>
  db.run({
    text: `insert into "user" (id, email, role, password_hash) values ('usr_recorded', $1, 'admin', $2)`,
    values: [ADMIN.email, await hashWithArgon2(ADMIN.password)],
  });

const logIn = async (send: Send) => (await send("POST", "/admin/auth", { body: ADMIN })).cookie;

function contentOf(request: RecordedRequest, statements: readonly Sql[]): string {
  const parts = statements.map((sql, index) => `-- ${index + 1}. ${titleOf(sql)}\n${formatSql(sql.text)};\n`);
  return [`-- ${request.method} ${shownPath(request)}\n`, ...parts].join("\n");
}

/** The names of the read model's statements are digests, which a reader does not need. */
const titleOf = ({ name = "planned each time", writes }: Sql) =>
  `${name.replace(/^(graph|cached)-.*/, "read model")}${writes ? ", writes" : ""}`;

/** `{region}` in place of an id, which differs each time. */
const shownPath = ({ path }: RecordedRequest): string =>
  path(new Proxy({}, { get: (_, name) => `{${String(name)}}` }) as Ids);
