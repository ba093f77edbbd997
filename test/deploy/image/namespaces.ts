import { execFileSync } from "node:child_process";

const isRoot = process.getuid?.() === 0;

/** The arguments of `unshare` for a process with mounts of its own, as root or as an account that root's rights are not needed for. */
export function unshareAs(uid: number): string[] {
  const own = ["--mount", "--pid", "--ipc", "--fork", "--kill-child"];
  return isRoot ? own : ["--user", `--map-user=${uid}`, `--map-group=${uid}`, "--keep-caps", ...own];
}

/** The arguments of `unshare` and `nsenter` that change the account. In a user namespace it has been changed before. */
export const accountFlags = (uid: number): string[] =>
  isRoot ? ["--setgid", String(uid), "--setuid", String(uid)] : [];

/** The arguments of `nsenter` that enter the namespaces of a process. */
export const enterFlags = (pid: number): string[] => [
  ...["--target", String(pid), "--mount", "--pid", "--ipc", "--root", "--wd"],
  ...(isRoot ? [] : ["--user", "--preserve-credentials"]),
];

/** Throws with the reason if this system does not let us build a root file system. */
export function checkNamespaces(): void {
  try {
    execFileSync("unshare", [...unshareAs(0), "mount", "-t", "tmpfs", "tmpfs", "/mnt"], { stdio: "pipe" });
  } catch (error) {
    const { stderr } = error as { stderr?: Buffer };
    throw new Error(
      `This test runs the steps of deploy/Dockerfile in namespaces, and this system refuses them: ${stderr ?? error}\n` +
        "Run it on Linux as root, or allow user namespaces (sysctl kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns).",
    );
  }
}
