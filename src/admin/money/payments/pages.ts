import type { Route } from "#auth/route.ts";
import { PAYMENT_ENTRY_ROUTES } from "./entry-routes.ts";
import { paymentList } from "./list.ts";
import { PAYMENT_MANY_ROUTES } from "./many-routes.ts";
import { PAYMENT_REVERSAL_ROUTES } from "./reversal-routes.ts";
import { PAYMENT_REVIEW_ROUTES } from "./review-routes.ts";

/** All routes of payments (收款). */
export const ROUTES: readonly Route[] = [
	...paymentList.routes,
	...PAYMENT_MANY_ROUTES,
	...PAYMENT_ENTRY_ROUTES,
	...PAYMENT_REVERSAL_ROUTES,
	...PAYMENT_REVIEW_ROUTES,
];
