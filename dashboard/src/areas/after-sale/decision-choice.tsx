import { Radio, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useMay } from "../../data/session/permissions.ts";
import { type Decision, decisionsFor } from "./exchange-actions.ts";

interface Props {
  due: number;
  value: Decision | null;
  onChange(decision: Decision): void;
}

/** What happens to the difference of a swap. */
export function DecisionChoice({ due, value, onChange }: Props) {
  const { t } = useTranslation();
  const decisions = decisionsFor(due, useMay());
  if (decisions.length === 0) return null;
  return (
    <Radio.Group
      label={t("flow.settle.question")}
      value={value ?? decisions[0]!}
      onChange={(chosen) => onChange(chosen as Decision)}
    >
      <Stack gap="xs" mt={4}>
        {decisions.map((each) => (
          <Radio
            key={each}
            value={each}
            label={t(`flow.settle.${each}`)}
            {...(each === "link" && { description: t("flow.settle.linkHelp") })}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
