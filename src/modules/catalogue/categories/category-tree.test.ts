import { describe, expect, it } from "vitest";
import { asTree, withRelatives } from "./category-tree.ts";

const node = (id: string, parent: string | null) => ({
  id,
  name: id.toUpperCase(),
  parent_category_id: parent,
});

describe("the tree of a category", () => {
  it("puts each descendant below its parent and keeps the order of siblings", () => {
    const flat = [node("c", "a"), node("d", "b"), node("b", "a")];
    expect(asTree({ id: "a", category_children: flat }, { fields: ["id"] })).toEqual({
      id: "a",
      category_children: [
        { id: "c", category_children: [] },
        { id: "b", category_children: [{ id: "d", category_children: [] }] },
      ],
    });
  });

  it("ends at a cycle of parents", () => {
    const flat = [node("b", "a"), node("a", "b")];
    expect(asTree({ id: "a", category_children: flat }, { fields: ["id"] })).toEqual({
      id: "a",
      category_children: [{ id: "b", category_children: [{ id: "a", category_children: [] }] }],
    });
  });

  it("is left out if the request does not expand children", () => {
    expect(asTree({ id: "b", parent_category: node("a", null) }, { fields: ["id", "name"] })).toEqual({
      id: "b",
      parent_category: { id: "a", name: "A" },
    });
  });
});

it("parents and children show all their fields, also if the category itself does not", () => {
  const shown = withRelatives({ id: "b", parent_category: null, category_children: [node("c", "b")] }, [
    "id",
    "name",
  ]);
  expect(shown).toEqual({ id: "b", parent_category: null, category_children: [{ id: "c", name: "C" }] });
});
