import type { TestShop } from "../app.ts";
import type { Answer, Client } from "../client.ts";
import { type Attack, attacksOn } from "./attacks.ts";
import { type Known, knownIds } from "./known.ts";
import { nameOf, type Operation, operationsOf } from "./operations.ts";
import { aBuyer, adminOf } from "./populated.ts";
import { randomFrom, someOf } from "./random.ts";
import { faultOf } from "./verdict.ts";
import { watchWrites } from "./writes.ts";

export interface Finding {
  operation: string;
  about: string;
  who: string;
  fault: string;
}

interface Siege {
  requests: number;
  findings: Finding[];
}

interface Plan {
  seed: number;
  /** How many attacks of each operation are drawn; all when absent. */
  perOperation?: number;
  /** Told of every answer. */
  onAnswer?: (operation: Operation, attack: Attack, answer: Answer) => void;
}

/** Calls every operation with hostile input, one request after the other, and tells what was wrong. */
export async function besiege(shop: TestShop, plan: Plan): Promise<Siege> {
  const operations = await operationsOf(adminOf(shop));
  const known = await knownIds(adminOf(shop), operations);
  withoutOwn(known, shop.adminId);
  const random = randomFrom(plan.seed);
  const siege: Siege = { requests: 0, findings: [] };
  const run = async (operation: Operation, attacks: Attack[]) => {
    let caller = await callerOf(shop, operation, known);
    for (const attack of attacks) {
      const { fault, answer } = await attacked(shop, caller.client, attack);
      const { who } = caller;
      siege.requests++;
      // A changed password has ended the credential.
      if (answer.status === 401 && who === "customer") caller = await callerOf(shop, operation, known);
      if (fault) siege.findings.push({ operation: nameOf(operation), about: attack.about, who, fault });
      plan.onAnswer?.(operation, attack, answer);
    }
  };
  const drawn = (operation: Operation) => {
    const [honest, ...all] = attacksOn(operation, known);
    // What looks honest comes last: it may delete what the others need.
    return [...someOf(all, plan.perOperation ?? all.length, random), honest!];
  };
  for (const each of those("GET", operations)) await run(each, drawn(each));
  for (const each of those("POST", operations)) await run(each, drawn(each));
  // What was accepted must not have made anything unreadable.
  for (const each of those("GET", operations))
    await run(each, [afterwards(each, attacksOn(each, known)[0]!)]);
  for (const each of those("DELETE", operations)) await run(each, drawn(each));
  return siege;
}

/** From the parts to the whole: there must be something left to call the next with. */
const those = (method: Operation["method"], operations: Operation[]) => {
  const depth = ({ path }: Operation) => path.split("/").length;
  return operations.filter((each) => each.method === method).sort((a, b) => depth(b) - depth(a));
};

/** Lists show as much as they can. */
const afterwards = ({ query }: Operation, { path, ...honest }: Attack): Attack => ({
  ...honest,
  about: "after all the changes",
  path: "limit" in query ? `${path}?limit=0` : path,
});

/** Nobody deletes the user that all of this is done with. */
function withoutOwn(known: Known, adminId: string): void {
  const others = (known.get("user") ?? []).filter((id) => id !== adminId);
  known.set("user", others);
}

/** Whom the operation is for. A customer is a new one each time: some operations end the credential. */
async function callerOf(shop: TestShop, { path, needsCredential }: Operation, known: Known) {
  if (path.startsWith("/admin")) return { who: "admin", client: adminOf(shop) };
  if (!needsCredential) return { who: "visitor", client: shop.visitor() };
  const { client, addressId } = await aBuyer(shop);
  known.set("address", [addressId]);
  return { who: "customer", client };
}

async function attacked(shop: TestShop, client: Client, { method, path, body, raw }: Attack) {
  const writes = watchWrites(shop.db);
  const isSent = method !== "GET";
  const answer = await client.send(method, path, isSent ? { body, raw } : {});
  const written = writes.stop();
  const fault =
    faultOf(answer) ?? (answer.status >= 400 && written[0] ? `refused, but ran ${written[0]}` : null);
  return { answer, fault };
}
