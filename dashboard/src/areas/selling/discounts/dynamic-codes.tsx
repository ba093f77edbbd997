import { ActionIcon, Button, Group, Paper, Stack, Table, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "../../../data/session/permissions.ts";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { useFormat } from "../../../kit/format/format.ts";
import { ListFooter } from "../../../kit/list/list-footer.tsx";
import { CODES_SIZE, codesQuery, type Discount } from "./discount-queries.ts";
import { DiscountStateBadge } from "./discount-state.tsx";
import { usesOf } from "./list/discount-columns.tsx";

/** The codes of a dynamic discount: each has uses and an end of its own. */
export function DynamicCodes({ discount }: { discount: Discount }) {
  const { t } = useTranslation();
  const may = useMay();
  const [page, setPage] = useState(1);
  const { data } = useQuery(codesQuery(useApi(), discount.id, page));
  return (
    <Paper withBorder p="md">
      <Stack>
        <Title order={2} size="h4">
          {t("discounts.dynamicCodes")}
        </Title>
        {may("discounts:write") && <NewCode id={discount.id} />}
        {data && data.count > 0 && (
          <Table.ScrollContainer minWidth={360} type="native">
            <Table aria-label={t("discounts.dynamicCodes")}>
              <Table.Tbody>
                {data.discounts.map((code) => (
                  <CodeRow key={code.id} parent={discount.id} code={code} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        <ListFooter count={data?.count} pageSize={CODES_SIZE} page={page} onPage={setPage}>
          {t("discounts.codeCount", { count: data?.count ?? 0 })}
        </ListFooter>
      </Stack>
    </Paper>
  );
}

function NewCode({ id }: { id: string }) {
  const { t } = useTranslation();
  const api = useApi();
  const action = useAction(["discount"]);
  const form = useForm({
    initialValues: { code: "" },
    validate: { code: (code) => (code.trim() ? null : t("form.required")) },
  });
  const add = form.onSubmit((body) =>
    action.start({
      run: () => api.POST("/admin/discounts/{id}/dynamic-codes", { params: { path: { id } }, body }),
      done: t("discounts.codeAdded"),
      onDone: () => form.reset(),
    }),
  );
  return (
    <form onSubmit={add}>
      <Group align="flex-end" wrap="nowrap">
        <TextInput label={t("discounts.newCode")} flex={1} {...form.getInputProps("code")} />
        <Button type="submit" loading={action.isPending}>
          {t("discounts.addCode")}
        </Button>
      </Group>
    </form>
  );
}

function CodeRow({ parent, code }: { parent: string; code: Discount }) {
  const { t } = useTranslation();
  const api = useApi();
  const may = useMay();
  const format = useFormat();
  const action = useAction(["discount"]);
  const params = { path: { id: parent, code: code.code } };
  const remove = () =>
    action.start({
      question: {
        title: t("discounts.deleteTitle", { code: code.code }),
        text: t("discounts.deleteText"),
        confirm: t("discounts.delete"),
      },
      run: () => api.DELETE("/admin/discounts/{id}/dynamic-codes/{code}", { params }),
      done: t("discounts.deleted"),
    });
  return (
    <Table.Tr>
      <Table.Td>
        <Text fw={600}>{code.code}</Text>
        <Text size="sm" c="dimmed">
          {t("discounts.until", { time: format.time(code.ends_at) })}
        </Text>
      </Table.Td>
      <Table.Td>
        <DiscountStateBadge discount={code} />
      </Table.Td>
      <Table.Td className="number">{usesOf(code, t)}</Table.Td>
      {may("discounts:write") && (
        <Table.Td>
          <ActionIcon
            variant="subtle"
            color="red.8"
            aria-label={t("discounts.deleteCode", { code: code.code })}
            onClick={remove}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
