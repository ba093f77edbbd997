import { Moment, Table, useFormat, useTexts } from "tradewind/dashboard";

export interface Entry {
  id: number;
  kind: string;
  points: number;
  note: string | null;
  created_at: string;
}

export function Entries({ entries }: { entries: Entry[] }) {
  const t = useTexts();
  const { number } = useFormat();
  return (
    <Table
      caption={t("Points")}
      empty={t("Nothing has happened yet")}
      rows={entries.map((entry) => ({ ...entry, id: String(entry.id) }))}
      columns={[
        { id: "when", header: t("When"), cell: ({ created_at }) => <Moment at={created_at} isDay /> },
        { id: "what", header: t("What"), cell: ({ kind }) => t(`kind.${kind}`) },
        { id: "points", header: t("Points"), cell: ({ points }) => number(points) },
        { id: "note", header: t("Note"), isWide: true, cell: ({ note }) => note },
      ]}
    />
  );
}
