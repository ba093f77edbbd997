import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

interface Place {
  cwd: string;
  environment?: Record<string, string>;
}

export interface RunningServer {
  url: string;
  /** The password that the start printed; empty after the first login with it. */
  password: string;
  stop(): Promise<void>;
}

/** The account that is used by root: it owns nothing, and PostgreSQL accepts it. */
function accountOf(name: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, name])));
  return { uid: uid!, gid: gid! };
}

/** A person with an empty home and nothing of this checkout. */
export class FirstTimeUser {
  readonly home = mkdtempSync(join(tmpdir(), "tradewind-first-time-user-"));
  private readonly account = accountOf("nobody");
  private readonly running = new Set<ChildProcess>();
  private readonly environment: Record<string, string>;

  constructor() {
    this.own(this.home);
    const { PATH = "", LANG = "C.UTF-8" } = process.env;
    const registry = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
    const network = Object.entries(process.env).filter(([name]) =>
      /_proxy$|^NODE_EXTRA_CA_CERTS$/i.test(name),
    );
    this.environment = {
      ...(Object.fromEntries(network) as Record<string, string>),
      // Without the programs of this checkout, which `npm run` adds.
      PATH: [dirname(process.execPath), ...PATH.split(delimiter)]
        .filter((folder) => !folder.includes("node_modules"))
        .join(delimiter),
      LANG,
      HOME: this.home,
      NPM_CONFIG_REGISTRY: registry,
      NPM_CONFIG_UPDATE_NOTIFIER: "false",
    };
  }

  folder(name: string): string {
    const path = join(this.home, name);
    mkdirSync(path, { recursive: true });
    this.own(path);
    return path;
  }

  /** Gives the path to this person. */
  own(path: string): void {
    if (this.account) chownSync(path, this.account.uid, this.account.gid);
  }

  /** Runs a command to its end and returns its output. */
  async run(words: string[], place: Place): Promise<string> {
    const { child, output } = this.spawn(words, place);
    const code = await endOf(child);
    if (code !== 0) throw new Error(`${words.join(" ")} ended with ${code}:\n${output()}`);
    return output();
  }

  /** Starts a server and waits until it is ready. */
  async start(words: string[], place: Place): Promise<RunningServer> {
    const { child, output } = this.spawn(words, place);
    const ended = endOf(child).then((code) => {
      throw new Error(`${words.join(" ")} ended with ${code}:\n${output()}`);
    });
    const ready = new Promise<void>((resolve) => {
      child.stdout!.on("data", () => /Server listening/.test(output()) && resolve());
    });
    await Promise.race([ready, ended]);
    ended.catch(() => {});
    return {
      url: /"api":"([^"]+)"/.exec(output())![1]!,
      password: passwordIn(output()),
      stop: () => this.stop(child),
    };
  }

  /** Ends what still runs, and removes the home. */
  async leave(): Promise<void> {
    await Promise.all([...this.running].map((child) => this.stop(child)));
    rmSync(this.home, { recursive: true, force: true });
  }

  /** npm does not pass a signal on to the server in every case: the whole group gets it. */
  private async stop(child: ChildProcess): Promise<void> {
    const ended = endOf(child);
    process.kill(-child.pid!, "SIGTERM");
    await ended;
  }

  private spawn([command, ...words]: string[], { cwd, environment }: Place) {
    const child = spawn(command!, words, {
      ...this.account,
      cwd,
      env: { ...this.environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (text += part));
    this.running.add(child);
    child.on("close", () => this.running.delete(child));
    return { child, output: () => text };
  }
}

/** The line of the start names the file that has it. */
function passwordIn(output: string): string {
  const file = /"password_file":"([^"]+)"/.exec(output)?.[1];
  return file ? readFileSync(file, "utf8").trim() : "";
}

const endOf = (child: ChildProcess): Promise<number | string> =>
  new Promise((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode);
    else child.on("close", (code, signal) => resolve(code ?? signal ?? 0));
  });
