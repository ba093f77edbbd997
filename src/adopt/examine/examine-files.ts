import type { Finding } from "../finding.ts";
import { counted, type Examination, listed, note, warning } from "./examination.ts";

interface Place {
  place: string;
  files: number;
  /** In the folder of v1 that it serves itself. */
  of_v1: number;
}

const PLACES = `select coalesce(substring(url from '^(https?://[^/]+)'), 'without a host') as place, count(*)::int as files,
    count(*) filter (where url ~ '^(https?://[^/]+)?/uploads/')::int as of_v1
  from image where deleted_at is null group by 1 order by 2 desc, 1 limit 20`;

/** v1 has no table of file services: the addresses of pictures tell which one it uses. */
export async function examineFiles({ rows }: Examination): Promise<Finding[]> {
  const places = (await rows<Place>("addresses of pictures", PLACES)) ?? [];
  if (places.length === 0) return [];
  const ofV1 = places.filter(({ of_v1 }) => of_v1 > 0);
  const pictures = ofV1.reduce((sum, { of_v1 }) => sum + of_v1, 0);
  const named = places.map(({ place, files }) => `${place} (${files.toLocaleString("en")})`);
  return [
    note("pictures", `Pictures stay where they are: ${listed(named)}.`, { places }),
    ...(pictures > 0
      ? [
          warning(
            "pictures_of_v1",
            `${counted(pictures, "picture is", "pictures are")} in the folder uploads of v1, which serves them itself. Copy the folder to a server of files, and let the proxy answer /uploads from it, before v1 ends.`,
            { pictures },
          ),
        ]
      : []),
  ];
}
