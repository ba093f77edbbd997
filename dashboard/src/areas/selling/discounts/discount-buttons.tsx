import { Button, Group, Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../kit/api/api.ts";
import { useAction } from "../../../kit/form/use-action.ts";
import type { Discount } from "./discount-queries.ts";

export function DiscountButtons({ discount }: { discount: Discount }) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const action = useAction(["discounts", "discount"]);
  const { id, code, is_disabled } = discount;
  const params = { path: { id } };
  const toggle = () =>
    action.start({
      run: () => api.POST("/admin/discounts/{id}", { params, body: { is_disabled: !is_disabled } }),
      done: t(is_disabled ? "discounts.enabled" : "discounts.disabled"),
    });
  const remove = () =>
    action.start({
      question: {
        title: t("discounts.deleteTitle", { code }),
        text: t("discounts.deleteText"),
        confirm: t("discounts.delete"),
      },
      run: () => api.DELETE("/admin/discounts/{id}", { params }),
      done: t("discounts.deleted"),
      onDone: () => navigate({ to: "/discounts" }),
    });
  return (
    <Group gap="xs">
      <Button variant={is_disabled ? "filled" : "default"} loading={action.isPending} onClick={toggle}>
        {t(is_disabled ? "discounts.enable" : "discounts.disable")}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            {t("action.more")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => navigate({ to: "/discounts/new", search: { like: id } })}>
            {t("discounts.duplicate")}
          </Menu.Item>
          <Menu.Item color="red" onClick={remove}>
            {t("discounts.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
