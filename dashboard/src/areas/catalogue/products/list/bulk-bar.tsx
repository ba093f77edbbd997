import { Alert, Button, Group, List, Paper, Progress, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../../kit/api/api.ts";
import { messageOf } from "../../../../kit/api/error-message.ts";
import type { BulkResult } from "../../../../kit/list/do-for-all.ts";
import { AddToMenu } from "./add-to-menu.tsx";
import { type BulkAction, doForProducts } from "./bulk-work.ts";
import type { ListedProduct } from "./product-columns.tsx";

interface Props {
  products: readonly ListedProduct[];
  onDone(): void;
}

/** One action for many products. What failed is listed with the reason, and the others are done. */
export function BulkBar({ products, onDone }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queryClient = useQueryClient();
  const [finished, setFinished] = useState(0);
  const work = useMutation({
    mutationFn: (action: BulkAction) => {
      setFinished(0);
      return doForProducts(api, { action, ids: products.map(({ id }) => id) }, setFinished);
    },
    async onSuccess({ failed }) {
      await queryClient.invalidateQueries({ queryKey: ["products"] });
      if (failed.length === 0) onDone();
    },
  });
  const confirmDelete = () =>
    modals.openConfirmModal({
      title: t("products.deleteTitle", { count: products.length }),
      children: <Text>{t("products.deleteText")}</Text>,
      labels: { confirm: t("products.delete"), cancel: t("action.back") },
      confirmProps: { color: "red" },
      onConfirm: () => work.mutate({ kind: "delete" }),
    });
  const hasFailed = work.isError || (work.data?.failed.length ?? 0) > 0;
  if (products.length === 0 && !hasFailed) return null;
  const shared = { size: "compact-md", disabled: products.length === 0 || work.isPending } as const;
  return (
    <Paper withBorder p="sm" role="region" aria-label={t("products.bulk")}>
      <Group>
        <Text fw={600}>{t("products.selected", { count: products.length })}</Text>
        <Button {...shared} variant="light" onClick={() => work.mutate({ kind: "publish" })}>
          {t("products.publish")}
        </Button>
        <Button {...shared} variant="light" onClick={() => work.mutate({ kind: "unpublish" })}>
          {t("products.unpublish")}
        </Button>
        <AddToMenu {...shared} onChoose={work.mutate} />
        <Button {...shared} variant="light" color="red" onClick={confirmDelete}>
          {t("products.delete")}
        </Button>
      </Group>
      {work.isPending && (
        <Progress mt="sm" value={(finished / products.length) * 100} aria-label={t("products.progress")} />
      )}
      {work.error && (
        <Alert mt="sm" color="red" role="alert">
          {messageOf(work.error, t)}
        </Alert>
      )}
      {work.data && <Failures result={work.data} products={products} />}
    </Paper>
  );
}

function Failures({ result, products }: { result: BulkResult; products: readonly ListedProduct[] }) {
  const { t } = useTranslation();
  if (result.failed.length === 0) return null;
  const titleOf = (id: string) => products.find((product) => product.id === id)?.title ?? id;
  return (
    <Alert
      mt="sm"
      color="red"
      role="alert"
      title={t("products.bulkFailed", { done: result.done, failed: result.failed.length })}
    >
      <List size="sm">
        {result.failed.map(({ id, error }) => (
          <List.Item key={id}>
            {titleOf(id)}: {messageOf(error, t)}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
