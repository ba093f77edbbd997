import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { compiled, type sqlFor } from "../../../db/statements.ts";
import { pathOf, unknownCategory } from "./category.ts";
import { newRanks, type Ranked } from "./category-order.ts";

// Ranks above it belong to categories that are on their way to another place. v1's index does not let two
// siblings share a rank even within a statement, so none can go straight to a place that is taken.
const PARKED = 1_000_000_000;

// The rank of a category that has just changed its parent: no sibling is parked there.
const ARRIVING = 2_000_000_000;

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
            // v1 let a category be moved below itself: a circle must not turn for ever.
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

type Places = { ids: string[]; ranks: number[] };

const places = (p: Places) =>
  sql<Ranked>`unnest(${p.ids}::varchar[], ${p.ranks}::integer[])`.as<"place">(sql`place(id, rank)`);

// Parked by their new ranks, which are all different; the old ones need not be.
const park = compiled("category-park", (db, p: Places) =>
  db
    .updateTable("product_category")
    .from(places(p))
    .set({ rank: sql`place.rank + ${sql.lit(PARKED)}` })
    .whereRef("product_category.id", "=", "place.id"),
);

const setRanks = compiled("category-set-ranks", (db, p: Places) =>
  db
    .updateTable("product_category")
    .from(places(p))
    .set({ rank: sql`place.rank`, updated_at: sql`now()` })
    .whereRef("product_category.id", "=", "place.id"),
);

const setParent = compiled("category-set-parent", (db, p: { id: string; parentId: string | null }) =>
  db
    .updateTable("product_category")
    .set({ parent_category_id: p.parentId, rank: sql.lit(ARRIVING), updated_at: sql`now()` })
    .where("id", "=", p.id),
);

type Branch = { id: string; path: string };

// A circle through the category ends where it comes back to it.
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
 * Until the transaction ends nobody else adds, moves or deletes a category. One lock for the whole tree: only so
 * can two moves far from each other not make a circle together, and roots have no parent that could be locked.
 */
export async function lockTree(tx: Tx): Promise<void> {
  await lock(tx, {});
}

/** Ids from the root down to the parent itself; none for roots. */
export async function ancestorsBelow(tx: Tx, parentId: string | null): Promise<string[]> {
  if (parentId === null) return [];
  const found = await ancestors(tx, { id: parentId });
  if (found.length === 0) throw unknownCategory(parentId);
  return found.map(({ id }) => id);
}

export const childrenOf = (tx: Tx, parentId: string | null): Promise<Ranked[]> => children(tx, { parentId });

/** Gives each sibling its place in the order as its rank. */
export async function arrange(tx: Tx, siblings: Ranked[], order: string[]): Promise<void> {
  const changed = newRanks(siblings, order);
  if (changed.length === 0) return;
  const places = { ids: changed.map(({ id }) => id), ranks: changed.map(({ rank }) => rank) };
  await park(tx, places);
  await setRanks(tx, places);
}

/** Puts a category below another parent, without a place among its new siblings yet. */
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
