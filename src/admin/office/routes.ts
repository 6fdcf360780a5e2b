import { ANNOUNCEMENT_ROUTES } from "#admin/office/announcements/routes.ts";
import { TASK_ROUTES } from "#admin/office/tasks/routes.ts";
import type { Route } from "#auth/route.ts";

/** All routes of the staff pages of announcements and tasks. */
export const ROUTES: readonly Route[] = [...TASK_ROUTES, ...ANNOUNCEMENT_ROUTES];
