import type { Route } from "#auth/route.ts";
import { accessLog } from "./privacy-access-list.ts";
import { CONSENT_ROUTES } from "./privacy-consent-routes.ts";
import { PRIVACY_ROUTES } from "./privacy-routes.ts";
import { TEXT_ROUTES } from "./privacy-texts-routes.ts";

/** All routes of privacy requests (個人資料申請), consents, and the log of reads of sensitive data. */
export const ROUTES: readonly Route[] = [...TEXT_ROUTES, ...PRIVACY_ROUTES, ...CONSENT_ROUTES, accessLog];
