import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const GLIBC = ["libc", "libm", "libdl", "libpthread", "librt", "libresolv", "libnss_dns", "libnss_files"];

/** The account of the image, and of distroless images in general. */
const ACCOUNTS = [
  "root:x:0:0:root:/root:/sbin/nologin",
  "nobody:x:65534:65534:nobody:/nonexistent:/sbin/nologin",
  "nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin",
];

/**
 * What gcr.io/distroless/nodejs has, as far as it matters: Node, the C and C++ libraries, accounts, and no programs. Node is
 * the one that runs the tests.
 */
export function fillDistroless(root: string): void {
  for (const folder of ["bin", "dev", "etc", "home/nonroot", "proc", "tmp"])
    mkdirSync(join(root, folder), { recursive: true });
  chmodSync(join(root, "tmp"), 0o1777);
  writeFileSync(join(root, "etc/passwd"), ACCOUNTS.map((line) => `${line}\n`).join(""));
  writeFileSync(join(root, "etc/group"), "root:x:0:\nnobody:x:65534:\nnonroot:x:65532:\n");
  writeFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost\n::1 localhost\n");
  writeFileSync(join(root, "etc/nsswitch.conf"), "passwd: files\ngroup: files\nhosts: files dns\n");
  copyInto(root, process.execPath, "/nodejs/bin/node");
  const libraries = librariesOf(process.execPath);
  for (const library of libraries) copyInto(root, library);
  const folder = dirname(libraries.find((path) => basename(path).startsWith("libc.so"))!);
  for (const path of systemLibraries(folder)) copyInto(root, path);
}

/** What `ldd` says, including the loader. */
const librariesOf = (program: string): string[] =>
  [...execFileSync("ldd", [program], { encoding: "utf8" }).matchAll(/(\/\S+) \(0x/g)].map(
    ([, path]) => path!,
  );

/** The parts of the C library that Node itself does not load. */
const systemLibraries = (folder: string): string[] =>
  execFileSync("find", [folder, "-maxdepth", "1", "-name", "lib*.so.*"], { encoding: "utf8" })
    .trim()
    .split("\n")
    .filter((path) => GLIBC.includes(basename(path).split(".")[0]!));

function copyInto(root: string, path: string, target = path): void {
  mkdirSync(dirname(join(root, target)), { recursive: true });
  copyFileSync(realpathSync(path), join(root, target));
}
