import type { Route } from "#auth/route.ts";
import { PAGE_EDIT_ROUTES } from "./edit-routes.ts";
import { PAGE_TREE_ROUTES } from "./tree-routes.ts";

/** Every page and action of the website's pages. */
export const PAGE_ROUTES: readonly Route[] = [...PAGE_TREE_ROUTES, ...PAGE_EDIT_ROUTES];
