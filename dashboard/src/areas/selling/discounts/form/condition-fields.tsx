import { ActionIcon, Button, Group, Menu, Select, Stack, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../kit/api/api.ts";
import type { Choice } from "../../../../kit/inputs/countries.ts";
import { FoundMultiSelect } from "../../../../kit/inputs/found-multi-select.tsx";
import {
  CONDITION_KINDS,
  type ConditionKind,
  type EditedCondition,
  findersOf,
} from "./discount-conditions.ts";

interface Props {
  conditions: EditedCondition[];
  names: readonly Choice[];
  onChange(conditions: EditedCondition[]): void;
  error: ReactNode;
}

/** Which goods and which customers it is for. A kind can be there twice: for these, and not for those. */
export function ConditionFields({ conditions, names, onChange, error }: Props) {
  const { t } = useTranslation();
  const change = (index: number, changed: Partial<EditedCondition>) =>
    onChange(conditions.map((each, place) => (place === index ? { ...each, ...changed } : each)));
  const isUsed = (kind: ConditionKind) => conditions.filter((each) => each.kind === kind).length > 1;
  const add = (kind: ConditionKind) => {
    const isIn = conditions.some((each) => each.kind === kind && each.operator === "in");
    onChange([...conditions, { kind, operator: isIn ? "not_in" : "in", ids: [] }]);
  };
  return (
    <Stack>
      {conditions.length === 0 && <Text c="dimmed">{t("discounts.noConditions")}</Text>}
      {conditions.map((condition, index) => (
        <ConditionRow
          key={condition.id ?? `${condition.kind} ${condition.operator}`}
          condition={condition}
          names={names}
          isAlone={conditions.filter(({ kind }) => kind === condition.kind).length === 1}
          onChange={(changed) => change(index, changed)}
          onRemove={() => onChange(conditions.filter((_, place) => place !== index))}
        />
      ))}
      {error && (
        <Text c="red.8" size="sm" role="alert">
          {error}
        </Text>
      )}
      <Menu>
        <Menu.Target>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} w="fit-content">
            {t("discounts.addCondition")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {CONDITION_KINDS.filter((kind) => !isUsed(kind)).map((kind) => (
            <Menu.Item key={kind} onClick={() => add(kind)}>
              {t(`discounts.kinds.${kind}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Stack>
  );
}

interface RowProps {
  condition: EditedCondition;
  names: readonly Choice[];
  /** No other condition is about the same kind, so the operator is free to choose. */
  isAlone: boolean;
  onChange(changed: Partial<EditedCondition>): void;
  onRemove(): void;
}

function ConditionRow({ condition, names, isAlone, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const api = useApi();
  const client = useQueryClient();
  const { kind, operator, ids } = condition;
  const name = t(`discounts.kinds.${kind}`);
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs">
      <Stack gap={4} flex={1} miw={0}>
        <Select
          aria-label={t("discounts.operator", { kind: name })}
          data={(["in", "not_in"] as const).map((value) => ({
            value,
            label: t(`discounts.operators.${value}`, { kind: name }),
          }))}
          value={operator}
          onChange={(value) => onChange({ operator: value as "in" | "not_in" })}
          allowDeselect={false}
          disabled={!isAlone}
        />
        <FoundMultiSelect
          aria-label={name}
          searchKey={["choices", kind]}
          find={findersOf(api, client)[kind]}
          known={names}
          value={ids}
          onChange={(chosen) => onChange({ ids: chosen })}
        />
      </Stack>
      <ActionIcon
        variant="subtle"
        color="red.8"
        size="lg"
        aria-label={t("discounts.removeCondition", { kind: name })}
        onClick={onRemove}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
