import type { Route } from "#auth/route.ts";
import { PAGE_EDIT_ROUTES } from "./edit-routes.ts";
import { PAGE_TREE_ROUTES } from "./tree-routes.ts";

/** All routes of the website's pages (單頁). */
export const PAGE_ROUTES: readonly Route[] = [...PAGE_TREE_ROUTES, ...PAGE_EDIT_ROUTES];
