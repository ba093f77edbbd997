import { ActionIcon, Anchor, Badge, Group, Menu, Tree, type TreeNodeData, useTree } from "@mantine/core";
import { IconChevronRight, IconDots, IconGripVertical } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Drop, MOVES, type Move, type Place, placeAfter, placeOfDrop } from "./category-moves.ts";
import type { Category } from "./category-queries.ts";

interface Props {
  tree: readonly Category[];
  mayEdit: boolean;
  onMove(category: Category, place: Place): void;
  onEdit(category: Category): void;
  onAdd(parent: Category): void;
  onRemove(category: Category): void;
}

const nodesOf = (tree: readonly Category[]): TreeNodeData[] =>
  tree.map((category) => ({
    value: category.id,
    label: category.name,
    children: nodesOf(category.category_children),
  }));

const all = (tree: readonly Category[]): Category[] =>
  tree.flatMap((category) => [category, ...all(category.category_children)]);

const KEYS: Record<string, Move> = { ArrowUp: "up", ArrowDown: "down", ArrowRight: "in", ArrowLeft: "out" };

/** Categories are moved by dragging, with Alt and the arrows, or from their menu. */
export function CategoryTree(props: Props) {
  const { tree, mayEdit, onMove } = props;
  const { t } = useTranslation();
  const byId = new Map(all(tree).map((category) => [category.id, category]));
  // Mantine begins anew with each array: one that is made while drawing would be drawn for ever.
  const nodes = useMemo(() => nodesOf(tree), [tree]);
  const controller = useTree({
    initialExpandedState: Object.fromEntries([...byId.keys()].map((id) => [id, true])),
  });
  const ids = [...byId.keys()].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: new categories are shown, whatever was closed
  useEffect(() => controller.expandAllNodes(), [ids]);
  const focusMoved = useFocusAfterMove(tree);
  const step = (id: string, move: Move) => {
    const place = placeAfter(tree, id, move);
    if (!place) return;
    focusMoved(id);
    onMove(byId.get(id)!, place);
  };
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const move = KEYS[event.key];
    const id = (event.target as HTMLElement).closest<HTMLElement>("[data-value]")?.dataset["value"];
    if (!mayEdit || !event.altKey || !move || !id) return;
    event.preventDefault();
    event.stopPropagation();
    step(id, move);
  };
  const drop = (dropped: Drop) => {
    const place = placeOfDrop(tree, dropped);
    if (place) onMove(byId.get(dropped.draggedNode)!, place);
  };
  return (
    <Tree
      aria-label={t("catalogue.categories")}
      data={nodes}
      tree={controller}
      expandOnClick={false}
      levelOffset={28}
      onKeyDownCapture={onKeyDownCapture}
      {...(mayEdit && { onDragDrop: drop })}
      renderNode={({ node, expanded, hasChildren, elementProps }) => (
        <Group {...elementProps} gap="xs" wrap="nowrap" py={4}>
          {mayEdit && <IconGripVertical size={16} stroke={1.4} aria-hidden />}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            tabIndex={-1}
            aria-hidden={!hasChildren}
            aria-label={t("catalogue.open", { name: String(node.label) })}
            style={{ visibility: hasChildren ? "visible" : "hidden" }}
            onClick={() => controller.toggleExpanded(node.value)}
          >
            <IconChevronRight
              size={16}
              aria-hidden
              style={{ transform: expanded ? "rotate(90deg)" : "none" }}
            />
          </ActionIcon>
          <CategoryLine {...props} category={byId.get(node.value)!} onStep={step} />
        </Group>
      )}
    />
  );
}

/** What was moved with the keyboard is drawn anew at its place: there it gets the focus again, for the next step. */
function useFocusAfterMove(tree: readonly Category[]): (id: string) => void {
  const moved = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the tree has changed
  useEffect(() => {
    const id = moved.current;
    moved.current = undefined;
    if (id) document.querySelector<HTMLElement>(`[role=treeitem][data-value="${id}"]`)?.focus();
  }, [tree]);
  return (id) => {
    moved.current = id;
  };
}

interface LineProps extends Props {
  category: Category;
  onStep(id: string, move: Move): void;
}

function CategoryLine({ category, tree, mayEdit, onEdit, onAdd, onRemove, onStep }: LineProps) {
  const { t } = useTranslation();
  const { id, name, is_active, is_internal } = category;
  return (
    <>
      <Anchor
        tabIndex={-1}
        renderRoot={(props) => <Link {...props} to="/products" search={{ category_id: [id] }} />}
      >
        {name}
      </Anchor>
      {!is_active && (
        <Badge variant="light" color="gray" c="var(--mantine-color-text)" tt="none">
          {t("catalogue.inactive")}
        </Badge>
      )}
      {is_internal && (
        <Badge variant="light" color="orange" c="var(--mantine-color-text)" tt="none">
          {t("catalogue.internal")}
        </Badge>
      )}
      {mayEdit && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t("catalogue.actions", { name })}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onEdit(category)}>{t("action.edit")}</Menu.Item>
            <Menu.Item onClick={() => onAdd(category)}>{t("catalogue.addBelow")}</Menu.Item>
            {MOVES.filter((move) => placeAfter(tree, id, move)).map((move) => (
              <Menu.Item key={move} onClick={() => onStep(id, move)}>
                {t(`catalogue.moves.${move}`)}
              </Menu.Item>
            ))}
            <Menu.Item color="red" onClick={() => onRemove(category)}>
              {t("products.delete")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
