import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { type Answer, type Api, inLanes } from "./api.ts";
import { FOLDER } from "./databases.ts";
import { customerLogin } from "./life/people.ts";
import type { Question } from "./questions.ts";
import type { Running } from "./servers.ts";

/** A question and what v1 has answered. */
export interface Recorded {
  question: Question;
  answer: Answer;
}

const LANES = 3;

/** Who asks: those who log in do so once. */
export class Callers {
  private readonly known = new Map<string, Promise<Api>>();

  constructor(private readonly server: Running) {}

  ask = async ({ as, path, query }: Question): Promise<Answer> =>
    (await this.caller(as)).ask("GET", path, undefined, query);

  private caller(as: string): Promise<Api> {
    const found = this.known.get(as) ?? this.logIn(as);
    this.known.set(as, found);
    return found;
  }

  private async logIn(as: string): Promise<Api> {
    if (as === "admin") return this.server.admin;
    return as === "visitor" ? this.server.visitor : this.server.visitor.as("store", customerLogin(as));
  }
}

export async function answersOf(server: Running, questions: readonly Question[]): Promise<Recorded[]> {
  const callers = new Callers(server);
  const recorded: Recorded[] = new Array(questions.length);
  await inLanes(LANES, questions, async (question, index) => {
    recorded[index] = { question, answer: await callers.ask(question) };
  });
  return recorded;
}

/** What v1 answers about this database: asked once, and kept beside it. */
export async function recordingOf(
  name: string,
  questions: readonly Question[],
  start: () => Promise<Running>,
): Promise<Recorded[]> {
  const file = join(FOLDER, `recordings/${name}.json.gz`);
  const kept: Recorded[] = existsSync(file) ? JSON.parse(gunzipSync(readFileSync(file)).toString()) : [];
  if (JSON.stringify(kept.map(({ question }) => question)) === JSON.stringify(questions)) return kept;
  const v1 = await start();
  const recorded = await answersOf(v1, questions).finally(() => v1.stop());
  mkdirSync(join(FOLDER, "recordings"), { recursive: true });
  writeFileSync(file, gzipSync(JSON.stringify(recorded)));
  return recorded;
}
