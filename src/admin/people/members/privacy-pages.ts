import type { Route } from "#auth/route.ts";
import { ACCESS_ROUTES } from "./privacy-access-routes.ts";
import { CONSENT_ROUTES } from "./privacy-consent-routes.ts";
import { PRIVACY_ROUTES } from "./privacy-routes.ts";

/** The pages of 個人資料申請, and of who looked at what is sensitive. */
export const ROUTES: readonly Route[] = [...PRIVACY_ROUTES, ...CONSENT_ROUTES, ...ACCESS_ROUTES];
