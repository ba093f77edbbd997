import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, type sqlFor } from "../../../db/statements.ts";
import { categoryNotFound, changedRanks, pathOf, type RankedCategory } from "./category.ts";

// Ranks above this one are temporary, used during a reordering. v1's unique index forbids equal ranks of siblings even
// within a statement, so a category cannot move directly to a rank in use.
const TEMPORARY_RANKS = 1_000_000_000;

// The rank of a category that just changed its parent; no temporary rank is as high.
const RANK_AFTER_MOVE = 2_000_000_000;

const lock = compiled("category-tree-lock", (db, _: object) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtext('tradewind.product_category'))`.as("locked")),
);

const ancestors = compiled("category-ancestors", (db, p: { id: string }) =>
  db
    .withRecursive("above", (cte) =>
      cte
        .selectFrom("product_category")
        .select(["id", "parent_category_id", sql<number>`0`.as("distance")])
        .where("id", "=", p.id)
        .unionAll((next) =>
          next
            .selectFrom("product_category as parent")
            .innerJoin("above", "above.parent_category_id", "parent.id")
            .select([
              "parent.id",
              "parent.parent_category_id",
              sql<number>`above.distance + 1`.as("distance"),
            ])
            // v1 allowed moving a category below itself: the recursion must end on a cycle.
            .where("above.distance", "<", 1000),
        ),
    )
    .selectFrom("above")
    .select("id")
    .orderBy("distance", "desc"),
);

const children = compiled("category-children", (db, p: { parentId: string | null }) =>
  db
    .selectFrom("product_category")
    .select(["id", "rank"])
    .where(sql<boolean>`parent_category_id is not distinct from ${p.parentId}::varchar`)
    .orderBy("rank")
    .orderBy("handle"),
);

type RankChanges = { ids: string[]; ranks: number[] };

const places = (p: RankChanges) =>
  sql<RankedCategory>`unnest(${p.ids}::varchar[], ${p.ranks}::integer[])`.as<"place">(sql`place(id, rank)`);

// The temporary ranks derive from the new ranks, which are unique; the old ones may not be.
const setTemporaryRanks = compiled("category-set-temporary-ranks", (db, p: RankChanges) =>
  db
    .updateTable("product_category")
    .from(places(p))
    .set({ rank: sql`place.rank + ${sql.lit(TEMPORARY_RANKS)}` })
    .whereRef("product_category.id", "=", "place.id"),
);

const setRanks = compiled("category-set-ranks", (db, p: RankChanges) =>
  db
    .updateTable("product_category")
    .from(places(p))
    .set({ rank: sql`place.rank`, updated_at: sql`now()` })
    .whereRef("product_category.id", "=", "place.id"),
);

const setParent = compiled("category-set-parent", (db, p: { id: string; parentId: string | null }) =>
  db
    .updateTable("product_category")
    .set({ parent_category_id: p.parentId, rank: sql.lit(RANK_AFTER_MOVE), updated_at: sql`now()` })
    .where("id", "=", p.id),
);

type Branch = { id: string; path: string };

// The recursion ends where a cycle returns to the category.
const branch = (db: typeof sqlFor, p: Branch) =>
  db.withRecursive("branch", (cte) =>
    cte
      .selectFrom("product_category")
      .select(["id", sql<string>`${p.path}::text`.as("path"), sql<number>`1`.as("level")])
      .where("id", "=", p.id)
      .unionAll((next) =>
        next
          .selectFrom("product_category as child")
          .innerJoin("branch", "branch.id", "child.parent_category_id")
          .select(["child.id", sql<string>`branch.path || child.id || '.'`.as("path")])
          .select(sql<number>`branch.level + 1`.as("level"))
          .where("child.id", "<>", p.id),
      ),
  );

const height = compiled("category-branch-height", (db, p: Branch) =>
  branch(db, p).selectFrom("branch").select(sql<number>`max(level)`.as("height")),
);

const setPaths = compiled("category-set-paths", (db, p: Branch) =>
  branch(db, p)
    .updateTable("product_category")
    .from("branch")
    .set({ mpath: sql`branch.path` })
    .whereRef("product_category.id", "=", "branch.id"),
);

/**
 * No other transaction can add, move or delete a category before this one ends. One lock for the whole tree: two moves in
 * different branches could create a cycle together, and roots have no parent row to lock.
 */
export async function lockTree(tx: Tx): Promise<void> {
  await lock(tx, {});
}

/** The ids from the root to the parent, inclusive; empty for a root. */
export async function findAncestors(tx: Tx, parentId: string | null): Promise<string[]> {
  if (parentId === null) return [];
  const found = await ancestors(tx, { id: parentId });
  if (found.length === 0) throw categoryNotFound(parentId);
  return found.map(({ id }) => id);
}

export const listChildren = (tx: Tx, parentId: string | null): Promise<RankedCategory[]> =>
  children(tx, { parentId });

/** Sets the rank of each sibling to its index in the order. */
export async function saveOrder(tx: Tx, siblings: RankedCategory[], order: string[]): Promise<void> {
  const changed = changedRanks(siblings, order);
  if (changed.length === 0) return;
  const places = { ids: changed.map(({ id }) => id), ranks: changed.map(({ rank }) => rank) };
  await setTemporaryRanks(tx, places);
  await setRanks(tx, places);
}

/** Moves a category to another parent, with a temporary rank. */
export async function changeParent(tx: Tx, id: string, parentId: string | null): Promise<void> {
  await setParent(tx, { id, parentId });
}

export async function heightOf(tx: Tx, id: string): Promise<number> {
  const [found] = await height(tx, { id, path: "" });
  return found?.height ?? 1;
}

export async function savePaths(tx: Tx, id: string, ancestorIds: string[]): Promise<void> {
  await setPaths(tx, { id, path: pathOf(ancestorIds, id) });
}
