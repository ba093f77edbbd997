import { Alert, Button, Group, Loader, Modal, Progress, Stack, Text } from "@mantine/core";
import { IconPercentage } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useBackgroundJob } from "../../../data/import-export/background-job.ts";
import { messageOf } from "../../../kit/api/error-message.ts";
import { useIsPhone } from "../../../kit/page/use-is-phone.ts";
import { ExamplePrices } from "../percentage/example-prices.tsx";
import { contextOf, emptyGoods, PercentageGoods } from "./percentage-goods.tsx";
import type { PriceList } from "./price-list-queries.ts";

interface Result {
  operations?: { PRICE_LIST_PRICE_SET: number };
  examples?: {
    product: string;
    variant: string;
    currency_code: string;
    region_id: string | null;
    regular: number;
    amount: number;
  }[];
}

interface Props {
  list: PriceList;
  /** Prices that are typed and not saved would be compared with other ones. */
  isLocked: boolean;
}

/** Prices for all products of the shop, or for some: the server sets them in the background. */
export function PercentageJob({ list, isLocked }: Props) {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const [opened, setOpened] = useState(false);
  const [goods, setGoods] = useState(emptyGoods);
  const work = useBackgroundJob<Result>("price-list-percentage");
  const context = contextOf(list.id, goods);
  const close = () => {
    setOpened(false);
    work.leave();
  };
  return (
    <>
      <Button
        variant="default"
        disabled={isLocked}
        leftSection={<IconPercentage size={16} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t("percentage.jobOpen")}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t("percentage.jobTitle")}
        size="lg"
        fullScreen={isPhone}
        closeButtonProps={{ "aria-label": t("form.close") }}
      >
        <Stack>
          {work.error && (
            <Alert color="red" role="alert">
              {messageOf(work.error, t)}
            </Alert>
          )}
          {work.isStarted ? (
            <JobSteps work={work} onClose={close} />
          ) : (
            <form
              onSubmit={(event) => {
                event.preventDefault();
                event.stopPropagation();
                if (context) work.rehearse(context);
              }}
            >
              <Stack>
                <Text size="sm">{t("percentage.jobText")}</Text>
                <PercentageGoods value={goods} onChange={setGoods} />
                <Group>
                  <Button type="submit" disabled={!context} loading={work.isRehearsing}>
                    {t("percentage.preview")}
                  </Button>
                </Group>
              </Stack>
            </form>
          )}
        </Stack>
      </Modal>
    </>
  );
}

type Work = ReturnType<typeof useBackgroundJob<Result>>;

function JobSteps({ work, onClose }: { work: Work; onClose(): void }) {
  const { t } = useTranslation();
  const { job } = work;
  const count = job?.result?.operations?.PRICE_LIST_PRICE_SET ?? 0;
  useRefreshed(job?.status === "completed");
  if (job?.status === "pre_processed")
    return (
      <Stack>
        {count === 0 ? (
          <Text>{t("percentage.nothing")}</Text>
        ) : (
          <>
            <Text aria-live="polite">{t("percentage.willSet", { count })}</Text>
            <ExamplePrices prices={examplesOf(job.result ?? {})} />
          </>
        )}
        <Group>
          {count > 0 && (
            <Button loading={work.isConfirming} onClick={work.confirm}>
              {t("percentage.set", { count })}
            </Button>
          )}
          <Button variant="default" onClick={work.leave}>
            {t("percentage.change")}
          </Button>
        </Group>
      </Stack>
    );
  if (job?.status === "completed" || job?.status === "failed" || job?.status === "canceled") {
    const reason = job.result?.errors?.at(-1)?.message ?? "";
    return (
      <Stack>
        <Text role="status">
          {job.status === "completed" ? t("percentage.done", { count }) : t("percentage.failed", { reason })}
        </Text>
        <Group>
          <Button onClick={onClose}>{t("form.close")}</Button>
        </Group>
      </Stack>
    );
  }
  const isSetting = job !== undefined && ["confirmed", "processing"].includes(job.status);
  return (
    <Stack>
      <Group>
        <Loader size="sm" aria-hidden />
        <Text aria-live="polite">{t(isSetting ? "percentage.setting" : "percentage.counting")}</Text>
      </Group>
      {isSetting && (
        <>
          <Progress value={(job.result?.progress ?? 0) * 100} aria-label={t("percentage.setting")} />
          <Text size="sm" c="dimmed">
            {t("percentage.settingHint")}
          </Text>
        </>
      )}
    </Stack>
  );
}

const examplesOf = ({ examples = [] }: Result) =>
  examples.map(({ product, variant, currency_code, region_id, regular, amount }, index) => ({
    key: `${index} ${region_id ?? currency_code}`,
    name: `${product} – ${variant}`,
    currency: currency_code,
    before: regular,
    after: amount,
  }));

/** Shows the prices once they are set. */
function useRefreshed(isDone: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!isDone) return;
    for (const key of ["price-list", "price-lists", "products"])
      queryClient.invalidateQueries({ queryKey: [key] });
  }, [isDone, queryClient]);
}
