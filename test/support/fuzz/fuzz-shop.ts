import { Writable } from "node:stream";
import { buildApp } from "../../../src/app.ts";
import { configFrom } from "../../../src/config.ts";
import { type Db, openDatabase } from "../../../src/db/database.ts";
import { newId } from "../../../src/kernel/ids.ts";
import { fixedSecrets } from "../../../src/kernel/shop-secrets.ts";
import { hashWithArgon2 } from "../../../src/modules/people/auth/index.ts";
import { ProviderRegistry } from "../../../src/providers/registry.ts";
import { Client } from "../clients/client.ts";
import type { StartedShop } from "../fixtures/shop.ts";
import { MoodyPayment } from "./moody-payment.ts";

/** A shop that reports its internal faults. It needs no test runner, unlike `startShop`. */
export interface FuzzShop extends StartedShop {
  /** Lines of the log about faults. */
  faults: string[];
  dataDir: string;
}

const ADMIN = { email: "admin@example.com", password: "correct horse battery" };
const limits = {
  // Guesses must not be what stops hostile requests.
  TRADEWIND_FAILURES_PER_ACCOUNT: "1000000",
  TRADEWIND_FAILURES_PER_ADDRESS: "1000000",
};

export async function openFuzzShop(databaseUrl: string, dataDir: string): Promise<FuzzShop> {
  const settings = { PORT: "0", LOG_LEVEL: "error", TRADEWIND_JOBS: "0", TRADEWIND_DATA_DIR: dataDir };
  const db = openDatabase({ url: databaseUrl, poolSize: 8 });
  const providers = somebodyForEverything();
  const faults: string[] = [];
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      faults.push(String(chunk).trim());
      done();
    },
  });
  const app = await buildApp({
    config: configFrom({ ...settings, ...limits }),
    db,
    secrets: fixedSecrets("a secret of the fuzzing, long enough for anyone"),
    providers,
    logStream,
  });
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" });
  const adminId = await theAdmin(db);
  const admin = new Client(baseUrl);
  await admin.post("/admin/auth", ADMIN);
  const close = async () => {
    await app.close();
    await db.close();
  };
  return {
    ...{ app, db, baseUrl, databaseUrl, adminId, admin, faults, dataDir, close },
    visitor: () => new Client(baseUrl),
  };
}

function somebodyForEverything(): ProviderRegistry {
  const providers = new ProviderRegistry();
  providers.payment.add(new MoodyPayment());
  providers.notification.add({
    id: "pigeon",
    events: [],
    send: async () => null,
    resend: async (sent, { to }) => ({ ...sent, to: to ?? sent.to }),
  });
  providers.oauthApps.add({
    applicationName: "postbox",
    displayName: "Post box",
    exchange: async () => ({ access_token: "a token that is shown to nobody" }),
  });
  return providers;
}

async function theAdmin(db: Db): Promise<string> {
  const [known] = await db.run<{ id: string }>({
    text: `select id from "user" where email = $1`,
    values: [ADMIN.email],
  });
  if (known) return known.id;
  const id = newId("usr");
  await db.run({
    text: `insert into "user" (id, email, role, password_hash) values ($1, $2, 'admin', $3)`,
    values: [id, ADMIN.email, await hashWithArgon2(ADMIN.password)],
  });
  return id;
}
