import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { Header } from "tar";

const BLOCK = 512;
const MANIFEST = "tradewind/backup_manifest";

interface Entry {
  header: Header;
  content: Buffer;
}

/** What is changed in a backup: the new text of a file by its old text, and entries that are added. */
interface Changes {
  files?: Record<string, (text: string) => string>;
  added?: { path: string; type?: "File" | "SymbolicLink"; linkpath?: string; text?: string }[];
}

/** Writes a changed copy of a backup whose checksums are right, as a person who knows the format would. */
export function tamper(from: string, to: string, { files = {}, added = [] }: Changes): void {
  const entries = entriesIn(gunzipSync(readFileSync(from)));
  const manifest = entries.find(({ header }) => header.path === MANIFEST)!;
  for (const [path, change] of Object.entries(files)) {
    const entry = entries.find(({ header }) => header.path === path)!;
    entry.content = Buffer.from(change(entry.content.toString()));
    list(manifest, path, entry.content);
  }
  for (const { path, type = "File", linkpath, text = "" } of added) {
    const content = Buffer.from(text);
    const header = new Header({ path, type, linkpath, mode: 0o600, mtime: new Date() });
    if (type === "File" && !path.startsWith("tradewind/")) list(manifest, path, content);
    entries.unshift({ header, content });
  }
  writeFileSync(to, gzipSync(Buffer.concat([...entries.flatMap(blocks), Buffer.alloc(2 * BLOCK)])));
}

function entriesIn(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < archive.length; ) {
    const header = new Header(archive, at);
    if (header.nullBlock) break;
    const size = header.size ?? 0;
    entries.push({ header, content: archive.subarray(at + BLOCK, at + BLOCK + size) });
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return entries;
}

function blocks({ header, content }: Entry): Buffer[] {
  header.size = content.length;
  const block = Buffer.alloc(BLOCK);
  header.encode(block, 0);
  return [block, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}

/** Puts a file into PostgreSQL's manifest, and makes its own checksum right again. */
function list(manifest: Entry, path: string, content: Buffer): void {
  const parsed = JSON.parse(manifest.content.toString());
  const others = parsed.Files.filter((file: { Path?: string }) => file.Path !== path);
  const checksum = createHash("sha256").update(content).digest("hex");
  const file = { Path: path, Size: content.length, "Checksum-Algorithm": "SHA256", Checksum: checksum };
  const { "Manifest-Checksum": _old, ...rest } = { ...parsed, Files: [...others, file] };
  const body = `${JSON.stringify(rest).slice(0, -1)},\n`;
  const signed = createHash("sha256").update(body).digest("hex");
  manifest.content = Buffer.from(`${body}"Manifest-Checksum": "${signed}"}\n`);
}
