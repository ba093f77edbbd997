/** A tree of categories as a list of children for each parent: slow, and plain enough to be right. */
export class CategoryModel {
  private readonly children = new Map<string | null, string[]>([[null, []]]);
  private readonly parents = new Map<string, string | null>();

  ids = (): string[] => [...this.parents.keys()];
  childrenOf = (parentId: string | null): string[] => this.children.get(parentId)!;
  parentOf = (id: string): string | null => this.parents.get(id)!;
  rankOf = (id: string): number => this.childrenOf(this.parentOf(id)).indexOf(id);

  pathTo(id: string): string {
    const parentId = this.parentOf(id);
    return `${parentId === null ? "" : this.pathTo(parentId)}${id}.`;
  }

  create(id: string, parentId: string | null): void {
    this.children.set(id, []);
    this.place(id, parentId);
  }

  /** Returns whether it is allowed. With the same parent and no rank the category does not move. */
  move(id: string, parentId: string | null, rank?: number): boolean {
    if (parentId !== null && this.pathTo(parentId).includes(`${id}.`)) return false;
    if (parentId === this.parentOf(id) && rank === undefined) return true;
    this.leave(id);
    this.place(id, parentId, rank);
    return true;
  }

  /** Returns whether it is allowed: not with children. */
  remove(id: string): boolean {
    if (this.childrenOf(id).length > 0) return false;
    this.leave(id);
    this.parents.delete(id);
    this.children.delete(id);
    return true;
  }

  private leave(id: string): void {
    const siblings = this.childrenOf(this.parentOf(id));
    siblings.splice(siblings.indexOf(id), 1);
  }

  private place(id: string, parentId: string | null, rank?: number): void {
    const siblings = this.childrenOf(parentId);
    siblings.splice(rank ?? siblings.length, 0, id);
    this.parents.set(id, parentId);
  }
}
