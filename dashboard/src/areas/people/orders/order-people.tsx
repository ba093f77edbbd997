import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ColleagueSelect } from "../../../data/people/colleague-select.tsx";
import { colleagueName } from "../../../data/people/colleagues.ts";
import { TagsEditor } from "../../../data/people/tags-editor.tsx";
import { useMay } from "../../../data/session/permissions.ts";
import { userQuery } from "../../../data/session/session-queries.ts";
import { type Api, useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import { Card } from "../../../kit/page/card.tsx";

const orderPeopleQuery = (api: Api, id: string) =>
  queryOptions({
    queryKey: ["order", id, "people"],
    async queryFn() {
      const params = { path: { id }, query: { fields: "id", expand: "tags,assignee" } };
      const { order } = (await api.GET("/admin/orders/{id}", { params })).data!;
      return { tags: order.tags ?? [], assignee: order.assignee ?? null };
    },
  });

type Assignee = Awaited<ReturnType<NonNullable<ReturnType<typeof orderPeopleQuery>["queryFn"]>>>["assignee"];

/** Who takes care of an order, and its tags. */
export function OrderPeople({ order: { id } }: { order: { id: string } }) {
  const { t } = useTranslation();
  const mayEdit = useMay()("orders:write");
  const { data } = useQuery(orderPeopleQuery(useApi(), id));
  if (!data) return null;
  return (
    <Card title={t("assignee.card")}>
      <Stack>
        <AssigneeField id={id} assignee={data.assignee} mayEdit={mayEdit} />
        <Stack gap={4}>
          <TagsEditor kind="order" id={id} tags={data.tags} mayEdit={mayEdit} />
          <Anchor size="sm" renderRoot={(props) => <Link {...props} to="/tags" search={{ of: "orders" }} />}>
            {t("tags.manage")}
          </Anchor>
        </Stack>
      </Stack>
    </Card>
  );
}

function AssigneeField({ id, assignee, mayEdit }: { id: string; assignee: Assignee; mayEdit: boolean }) {
  const { t } = useTranslation();
  const api = useApi();
  const { data: me } = useQuery(userQuery(api));
  const action = useAction(["order", "orders"]);
  const assign = (user_id: string | null) =>
    action.start({
      run: () => api.POST("/admin/order-assignees", { body: { order_ids: [id], user_id } }),
      done: t("assignee.saved"),
    });
  if (!mayEdit) return <Text>{assignee ? colleagueName(assignee) : t("assignee.none")}</Text>;
  const known = assignee ? [{ value: assignee.user_id, label: colleagueName(assignee) }] : [];
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <ColleagueSelect
        label={t("assignee.title")}
        placeholder={t("assignee.none")}
        first={known}
        without={known.map(({ value }) => value)}
        value={assignee?.user_id ?? null}
        onChange={(chosen) => void assign(chosen)}
        disabled={action.isPending}
        clearable
        flex={1}
      />
      {me && assignee?.user_id !== me.id && (
        <Button variant="default" loading={action.isPending} onClick={() => void assign(me.id)}>
          {t("assignee.me")}
        </Button>
      )}
    </Group>
  );
}
