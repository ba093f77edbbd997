import { Alert, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { JsonView } from "../../../kit/detail/json-view.tsx";
import type { TestResult } from "./webhook-actions.ts";

interface Props {
  result: TestResult;
  onClose(): void;
}

/** What the receiver answered to the ping. */
export function TestResultAlert({ result, onClose }: Props) {
  const { t } = useTranslation();
  const { is_delivered, response_status, response_body, error, duration } = result;
  return (
    <Alert
      color={is_delivered ? "green" : "red"}
      role="status"
      title={t(is_delivered ? "webhook.testDelivered" : "webhook.testFailed")}
      withCloseButton
      onClose={onClose}
      closeButtonLabel={t("form.close")}
    >
      <Stack gap="xs">
        <Text size="sm">
          {[
            response_status !== null && t("webhook.answeredWith", { status: response_status }),
            t("webhook.took", { count: duration }),
            error,
          ]
            .filter(Boolean)
            .join(" · ")}
        </Text>
        {response_body && <JsonView label={t("webhook.answer")} value={response_body} />}
      </Stack>
    </Alert>
  );
}
