import { Select, Stack, Table, Text, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Schemas } from "@tradewind/client";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { NumberInput } from "../../../kit/inputs/number-input.tsx";
import { reasonsQuery } from "../returns-queries.ts";
import { CLAIM_REASONS, type Flow, linesFor, type Pieces, returnable } from "./flow.ts";

type Order = Schemas["AdminOrder"];

export interface StepProps {
  order: Order;
  flow: Flow;
  onChange(changed: Partial<Flow>): void;
}

const NOTHING: Pieces = { quantity: 0, reason: null, note: "" };

/** Which pieces, and why. */
export function GoodsStep({ order, flow, onChange }: StepProps) {
  const { t } = useTranslation();
  const { data: reasons = [] } = useQuery(reasonsQuery(useApi()));
  const lines = linesFor(order, flow.kind);
  const choices =
    flow.kind === "claim"
      ? CLAIM_REASONS.map((value) => ({ value, label: t(`flow.claimReasons.${value}`) }))
      : reasons.map(({ id, label }) => ({ value: id, label }));
  const set = (id: string, changed: Partial<Pieces>) =>
    onChange({ pieces: { ...flow.pieces, [id]: { ...NOTHING, ...flow.pieces[id], ...changed } } });
  if (lines.length === 0) return <Text>{t(`flow.nothing.${flow.kind}`)}</Text>;
  return (
    <Table.ScrollContainer minWidth={560} type="native">
      <Table aria-label={t("flow.questions.goods")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("flow.article")}</Table.Th>
            <Table.Th>{t("flow.pieces")}</Table.Th>
            <Table.Th>{t("flow.reason")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map((line) => {
            const { quantity, reason, note } = flow.pieces[line.id] ?? NOTHING;
            const most = returnable(order, flow.kind, line);
            return (
              <Table.Tr key={line.id}>
                <Table.Td>
                  <Text>{line.title}</Text>
                  <Text size="sm" c="dimmed">
                    {[line.description, t("flow.atMost", { count: most })].filter(Boolean).join(" · ")}
                  </Text>
                </Table.Td>
                <Table.Td w={110}>
                  <NumberInput
                    aria-label={t("flow.piecesOf", { title: line.title })}
                    min={0}
                    max={most}
                    value={quantity}
                    onChange={(typed) => set(line.id, { quantity: Number(typed) || 0 })}
                  />
                </Table.Td>
                <Table.Td>
                  <Stack gap={4}>
                    <Select
                      aria-label={t("flow.reasonOf", { title: line.title })}
                      placeholder={t("flow.chooseReason")}
                      data={choices}
                      value={reason}
                      onChange={(value) => set(line.id, { reason: value })}
                      disabled={quantity === 0}
                      clearable
                    />
                    {quantity > 0 && (
                      <TextInput
                        aria-label={t("flow.noteOf", { title: line.title })}
                        placeholder={t("flow.note")}
                        value={note}
                        onChange={({ currentTarget }) => set(line.id, { note: currentTarget.value })}
                      />
                    )}
                  </Stack>
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
