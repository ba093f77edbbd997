import { Button, Group, Paper, Radio, Stack, Stepper, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { createLazyRoute, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { Schemas } from "@tradewind/client";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useOrderNumber } from "../../../data/orders/order-number.ts";
import { orderQuery } from "../../../data/orders/order-queries.ts";
import { useOrderWork } from "../../../data/orders/use-order-work.ts";
import { useMay } from "../../../data/session/permissions.ts";
import { deliveryOptionsQuery } from "../../../data/shop/delivery-options.ts";
import { useApi } from "../../../kit/api/api.ts";
import { showRefusal } from "../../../kit/form/show-refusal.ts";
import { useUnsaved } from "../../../kit/form/use-unsaved.ts";
import { BackLink } from "../../../kit/page/back-link.tsx";
import { PageError } from "../../../kit/page/page-error.tsx";
import { PageLoading } from "../../../kit/page/page-loading.tsx";
import { PageTitle } from "../../../kit/page/page-title.tsx";
import { lacksCode } from "../exchange-actions.ts";
import { KINDS, type Kind } from "../returns-search.ts";
import { CheckStep } from "./check-step.tsx";
import { chosenItems, createExchange, emptyFlow, type Flow, sendsGoods } from "./flow.ts";
import { GoodsStep } from "./goods-step.tsx";
import { TermsStep } from "./terms-step.tsx";

export const exchangeRoute = createLazyRoute("/shell/orders/$id/exchange")({ component: ExchangePage });

type Order = Schemas["AdminOrder"];

function ExchangePage() {
  const { t } = useTranslation();
  const numberOf = useOrderNumber();
  const { id } = useParams({ from: "/shell/orders/$id/exchange" });
  const { data: order, error, refetch } = useQuery(orderQuery(useApi(), id));
  if (error) return <PageError error={error} reset={() => void refetch()} />;
  if (!order) return <PageLoading />;
  return (
    <Stack>
      <BackLink to="/orders/$id" params={{ id }}>
        {t("order.title", { number: numberOf(order) })}
      </BackLink>
      <PageTitle>{t("flow.title", { number: numberOf(order) })}</PageTitle>
      <GuidedFlow order={order} />
    </Stack>
  );
}

const STEPS = ["kind", "goods", "terms", "check"] as const;

/** Whether a step has all that it needs. Goods that are sent need a shipping option where the shop has any. */
const isDone = (flow: Flow, step: (typeof STEPS)[number], hasDeliveries: boolean) =>
  ({
    kind: true,
    goods: chosenItems(flow).length > 0,
    terms: !sendsGoods(flow) || (flow.added.length > 0 && (flow.deliveryId !== null || !hasDeliveries)),
    check: true,
  })[step];

function GuidedFlow({ order }: { order: Order }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const navigate = useNavigate();
  const { data: deliveries } = useQuery(deliveryOptionsQuery(api, order.region_id));
  const { kind } = useSearch({ from: "/shell/orders/$id/exchange" });
  const [flow, setFlow] = useState<Flow>(() => emptyFlow(kind ?? "return"));
  // A link with the kind in it skips the first step.
  const [place, setPlace] = useState(kind ? 1 : 0);
  const isMade = useRef(false);
  const question = useRef<HTMLHeadingElement>(null);
  const goTo = (next: number) => {
    setPlace(next);
    // The next step is read from its question on.
    question.current?.focus();
  };
  useUnsaved(() => !isMade.current && chosenItems(flow).length > 0);
  const change = (changed: Partial<Flow>) => setFlow((known) => ({ ...known, ...changed }));
  const work = useOrderWork(() => {
    isMade.current = true;
    void navigate({ to: "/orders/$id", params: { id: order.id } });
  });
  const onProblem = (error: unknown) => showRefusal(error, t);
  const step = STEPS[place]!;
  const parts = { order, flow, onChange: change };
  return (
    <Paper withBorder p="md">
      <Stepper active={place} onStepClick={goTo} allowNextStepsSelect={false} size="sm">
        {STEPS.map((name) => (
          <Stepper.Step key={name} label={t(`flow.steps.${name}`)} />
        ))}
      </Stepper>
      <Stack mt="lg">
        <Title order={2} size="h4" ref={question} tabIndex={-1} style={{ outline: "none" }}>
          {t(`flow.questions.${step}`)}
        </Title>
        {step === "kind" && <KindStep kind={flow.kind} onChoose={(chosen) => setFlow(emptyFlow(chosen))} />}
        {step === "goods" && <GoodsStep {...parts} />}
        {step === "terms" && <TermsStep {...parts} />}
        {step === "check" && <CheckStep {...parts} />}
        <Group justify="space-between">
          <Button variant="default" disabled={place === 0} onClick={() => goTo(place - 1)}>
            {t("action.back")}
          </Button>
          {step === "check" ? (
            <Button
              loading={work.isPending}
              disabled={flow.kind === "swap" && lacksCode(flow.decision, flow.giftCard)}
              onClick={() => work.mutate(() => createExchange(api, order, { flow, may, onProblem }))}
            >
              {t(`flow.create.${flow.kind}`)}
            </Button>
          ) : (
            <Button disabled={!isDone(flow, step, deliveries?.length !== 0)} onClick={() => goTo(place + 1)}>
              {t("flow.next")}
            </Button>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

function KindStep({ kind, onChoose }: { kind: Kind; onChoose(kind: Kind): void }) {
  const { t } = useTranslation();
  return (
    <Radio.Group value={kind} onChange={(value) => onChoose(value as Kind)} aria-label={t("returns.kind")}>
      <Stack>
        {KINDS.map((each) => (
          <Radio
            key={each}
            value={each}
            label={
              <>
                <Text fw={600}>{t(`returns.kinds.${each}`)}</Text>
                <Text size="sm">{t(`flow.kinds.${each}`)}</Text>
              </>
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
