import { PlainBadge } from "../../kit/detail/state-badge.tsx";
import styles from "./tag-badges.module.css";
import type { TagName } from "./tag-queries.ts";

/** Tags as a list shows them. */
export const TagBadges = ({ tags = [] }: { tags: readonly TagName[] | undefined }) => (
  <span className={styles["tags"]}>
    {tags.map(({ id, name }) => (
      <PlainBadge key={id}>{name}</PlainBadge>
    ))}
  </span>
);
