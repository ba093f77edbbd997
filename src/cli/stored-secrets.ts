import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ShopSecrets } from "../kernel/shop-secrets.ts";

/** How long changes of the files may go unnoticed, in milliseconds. */
const FRESH = 1_000;

interface PreviousSecret {
  secret: string;
  /** Until when it is accepted, ISO 8601. */
  until: string;
}

/**
 * The secret in the data folder, and those before it that are still accepted. Running processes notice a rotation within a second,
 * and at once when they see a token that they do not know.
 */
export class StoredSecrets implements ShopSecrets {
  private readonly file: string;
  private readonly previousFile: string;
  private secret: string;
  private previous: readonly PreviousSecret[];
  private readAt = 0;

  constructor(folder: string) {
    this.file = join(folder, "jwt-secret");
    this.previousFile = join(folder, "previous-jwt-secrets.json");
    makeFirst(this.file);
    ({ secret: this.secret, previous: this.previous } = this.read());
  }

  get current(): string {
    this.refreshSometimes();
    return this.secret;
  }

  accepted(): readonly string[] {
    this.refreshSometimes();
    const now = new Date().toISOString();
    return [this.secret, ...this.previous.filter(({ until }) => until > now).map(({ secret }) => secret)];
  }

  refresh(): boolean {
    const before = [this.secret, ...this.previous.map(({ secret }) => secret)].join();
    ({ secret: this.secret, previous: this.previous } = this.read());
    this.readAt = performance.now();
    return before !== [this.secret, ...this.previous.map(({ secret }) => secret)].join();
  }

  /** Makes a new secret. The one before is accepted until then; with a time in the past, none before is accepted any more. */
  rotate(until: Date): void {
    this.refresh();
    const now = new Date();
    const old = { secret: this.secret, until: until.toISOString() };
    const previous = until > now ? [old, ...this.previous] : [];
    // First the old secret is stored as accepted. A process that stops in between loses nothing.
    replaceFile(
      this.previousFile,
      `${JSON.stringify(previous.filter((each) => each.until > now.toISOString()))}\n`,
    );
    replaceFile(this.file, `${newSecret()}\n`);
    this.refresh();
  }

  private refreshSometimes(): void {
    if (performance.now() - this.readAt > FRESH) this.refresh();
  }

  private read(): { secret: string; previous: PreviousSecret[] } {
    const secret = readFileSync(this.file, "utf8").trim();
    return { secret, previous: readPrevious(this.previousFile) };
  }
}

const newSecret = () => randomBytes(48).toString("base64url");

function readPrevious(file: string): PreviousSecret[] {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as PreviousSecret[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

const draftOf = (file: string, content: string): string => {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
  writeFileSync(draft, content, { mode: 0o600 });
  return draft;
};

/** Other processes see the old content or the new one. Only this account can read it. */
export const replaceFile = (file: string, content: string) => renameSync(draftOf(file, content), file);

/** If several processes start at once, all use the secret of the first. */
function makeFirst(file: string): void {
  if (exists(file)) return;
  const draft = draftOf(file, `${newSecret()}\n`);
  try {
    // A link fails if the file exists.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Reads the file, so that one without rights is reported here. */
function exists(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
