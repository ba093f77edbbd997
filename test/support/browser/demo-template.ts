import pg from "pg";
import { inject } from "vitest";
import { databaseUrl, TEMPLATE } from "../runner/global-setup.ts";
import { runTradewind } from "../servers/process.ts";
import { environmentOn } from "../servers/servers.ts";

const NAME = "tradewind_demo";
/** Of no test: only one process of the run makes the demo shop, and the others wait for it. */
const LOCK = 43;

/** The host of the pictures, until a copy has the address of its server. */
const PICTURES = "http://demo.invalid";

/** The name of a database with the demo shop, without its orders. The first file of a run that asks makes it. */
export async function demoTemplate(): Promise<string> {
  const serverUrl = inject("serverUrl");
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [NAME]);
    if (rowCount === 0) await makeTemplate(client, serverUrl);
    return NAME;
  } finally {
    await client.end();
  }
}

async function makeTemplate(client: pg.Client, serverUrl: string): Promise<void> {
  // Under another name until it is complete.
  const draft = `${NAME}_draft`;
  await client.query("select pg_advisory_lock(42)");
  await client.query(`create database ${draft} template ${TEMPLATE} strategy file_copy`);
  await client.query("select pg_advisory_unlock(42)");
  const environment = { ...environmentOn(databaseUrl(serverUrl, draft)), TRADEWIND_PUBLIC_URL: PICTURES };
  const { code, output } = await runTradewind(["seed", "--no-orders"], environment);
  if (code !== 0) throw new Error(`the demo shop was not loaded:\n${output}`);
  await client.query(`alter database ${draft} rename to ${NAME}`);
}

/** In a copy: its pictures are at its own server. */
export async function movePictures(connectionString: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("update image set url = replace(url, $1, $2)", [PICTURES, url]);
    await client.query("update tradewind.media set url = replace(url, $1, $2)", [PICTURES, url]);
    await client.query("update product set thumbnail = replace(thumbnail, $1, $2)", [PICTURES, url]);
  } finally {
    await client.end();
  }
}
