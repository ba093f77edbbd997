import { createHash } from "node:crypto";
import { CATALOGUE, type Moment } from "./change-log.ts";

interface Stored<Json> {
  key: string;
  json: Json;
  etag: string;
  /** What it shows. */
  subjects: readonly string[];
}

/** A finished answer about single products, as all processes share it. */
export interface StoredAnswer extends Stored<Buffer> {
  /** What was known of the log before its rows were read. */
  at: Moment;
}

/** The table of the answers. */
export interface AnswerTable {
  /** Those that no later change has made outdated. `now` is the clock that selects prices. */
  read(keys: readonly string[], now: number): Promise<Stored<string>[]>;
  write(answers: readonly StoredAnswer[]): Promise<void>;
  /** Deletes the oldest ones beyond so many bytes. */
  trim(bytes: number): Promise<void>;
}

interface StoreOptions {
  /** Of all answers; 0 turns the store off. */
  bytes: number;
  /** Answers of another version of the software may look different. */
  version: string;
}

const WRITTEN_TOGETHER = 50;

/** Bytes of those that wait to be written. Further ones are not stored: the next process that needs them makes them again. */
const MOST_WAITING = 8 * 1024 * 1024;

/** Bytes of one answer: few are larger, and they would fill the table. */
const LARGEST = 256 * 1024;

/** The share of all bytes after which a process asks whether there are too many. The table is compressed, so it has fewer. */
const TRIM_AFTER = 1 / 10;

/**
 * Answers that all processes share and that outlive them. A process asks here for what it does not have in its memory, and adds what it
 * had to make, after it was sent.
 */
export class AnswerStore {
  found = 0;
  private waiting: StoredAnswer[] = [];
  private waitingBytes = 0;
  private writing: Promise<void> | undefined;
  private untilTrim = 0;

  constructor(
    private readonly options: StoreOptions,
    private readonly table: AnswerTable,
  ) {}

  get isOn(): boolean {
    return this.options.bytes > 0;
  }

  keyOf(name: string): string {
    return createHash("sha256").update(`${this.options.version}\n${name}`).digest("hex").slice(0, 32);
  }

  /** The current ones by key. A database that cannot be asked has none. */
  async read(keys: readonly string[]): Promise<Map<string, Stored<Buffer>>> {
    const rows = await this.table.read(keys, Date.now()).catch(() => []);
    this.found += rows.length;
    return new Map(rows.map((row) => [row.key, { ...row, json: Buffer.from(row.json) }]));
  }

  /** Stores it soon. */
  add(answer: StoredAnswer): void {
    const { length } = answer.json;
    if (length > LARGEST || this.waitingBytes + length > MOST_WAITING) return;
    this.waiting.push({ ...answer, subjects: [CATALOGUE, ...answer.subjects] });
    this.waitingBytes += length;
    this.writing ??= this.writeWaiting().finally(() => {
      this.writing = undefined;
    });
  }

  /** Writes the last ones. */
  async stop(): Promise<void> {
    await this.writing;
  }

  private async writeWaiting(): Promise<void> {
    // Those of one page come together.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const answers = this.waiting.splice(0, WRITTEN_TOGETHER);
      try {
        if (this.untilTrim <= 0) {
          this.untilTrim = this.options.bytes * TRIM_AFTER;
          await this.table.trim(this.options.bytes);
        }
        await this.table.write(answers);
      } catch {
        // They are made again.
        answers.push(...this.waiting.splice(0));
      }
      const bytes = answers.reduce((sum, { json }) => sum + json.length, 0);
      this.untilTrim -= bytes;
      this.waitingBytes -= bytes;
    }
  }
}
