import { setTimeout as pause } from "node:timers/promises";
import { RandomSource } from "../soak/random-source.ts";
import { adopt } from "./adopting.ts";
import { inDatabase } from "./databases.ts";
import type { Proof } from "./proof.ts";
import { schemaDifferences } from "./schema.ts";
import { tradewind } from "./servers.ts";

/** Random marks of caches, and what a transaction has numbered, differ from run to run. */
const VOLATILE = ["mark", "applied_at", "at", "xid", "tx", "seq", "version"];
/** v1's rows keep their moments; those of Tradewind have the moment of the adoption. */
const MOMENTS = ["created_at", "updated_at"];

/** A number and a digest for each table, in v1's schema and in ours. */
const stateOf = (url: string): Promise<Map<string, string>> =>
  inDatabase(url, async (ask) => {
    const tables = await ask<{ name: string; isOurs: boolean }>(
      `select format('%I.%I', relnamespace::regnamespace, relname) as name,
         relnamespace = 'tradewind'::regnamespace as "isOurs"
       from pg_class where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'tradewind') order by 1`,
    );
    const state = new Map<string, string>();
    for (const { name, isOurs } of tables) {
      const [row] = await ask<{ count: string; digest: string }>(
        `select count(*) as count, sum(hashtextextended((to_jsonb(t) - $1::text[])::text, 0))::text as digest
         from ${name} t`,
        [isOurs ? [...VOLATILE, ...MOMENTS] : VOLATILE],
      );
      state.set(name, `${row!.count} rows, ${row!.digest}`);
    }
    return state;
  });

/** Kills the adoption at random moments, and runs it again: the end is the same. */
export async function proveKills(
  proof: Proof,
  name: string,
  { kills, seed }: { kills: number; seed: number },
): Promise<void> {
  const random = new RandomSource(seed);
  const wholeUrl = await proof.databases.create("adopted_at_once", name);
  const began = performance.now();
  await adopt(proof, wholeUrl, "--yes");
  const duration = performance.now() - began;
  const wanted = await stateOf(wholeUrl);
  for (let kill = 1; kill <= kills; kill++) {
    const after = Math.round(random.next() * duration);
    await proof.step(
      `killed after ${after} of ${Math.round(duration)} ms and run again: the same end`,
      async () => {
        const url = await proof.databases.create("killed", name);
        const running = tradewind(proof, url, ["adopt", "--yes"]);
        await pause(after);
        running.kill();
        await running.ended;
        await adopt(proof, url, "--yes");
        const state = await stateOf(url);
        const others = [...wanted].filter(([table, content]) => state.get(table) !== content);
        return [
          ...(await schemaDifferences(url, wholeUrl)),
          ...others.map(([table, content]) => `${table}: ${state.get(table)} instead of ${content}`),
        ];
      },
    );
  }
  for (const each of ["killed", "adopted_at_once"]) await proof.databases.drop(each);
}
