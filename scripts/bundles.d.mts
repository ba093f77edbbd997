import type { BuildResult } from "esbuild";

export function bundles(options: {
  root: string;
  outdir: string;
  sourcemap: boolean;
}): Promise<BuildResult<{ write: false; metafile: true }>>;
