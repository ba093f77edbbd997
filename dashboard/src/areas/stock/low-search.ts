import { pageParam, withoutEmpty } from "../../kit/list/search-params.ts";

/** As many as the home page counts as low. */
export const FEW = 5;

/** The server takes no larger number. */
export const MOST_PIECES = 2_147_483_647;

export interface LowSearch {
  most?: number;
  page?: number;
}

const isPieces = (given: unknown): given is number =>
  Number.isInteger(given) && (given as number) >= 0 && (given as number) <= MOST_PIECES;

/** What most shops ask for is not in the address. */
export const lowSearch = ({ most, page }: Record<string, unknown>): LowSearch =>
  withoutEmpty({ most: isPieces(most) && most !== FEW ? most : undefined, page: pageParam(page) });
