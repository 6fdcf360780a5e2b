import { CERTIFICATE_ROUTES } from "#admin/people/certificates/routes.ts";
import { MEMBER_BULK_ROUTES } from "#admin/people/members/bulk-routes.ts";
import { DUPLICATE_ROUTES } from "#admin/people/members/duplicates-routes.ts";
import { MEMBER_EXPORT_ROUTES } from "#admin/people/members/export-routes.ts";
import { IMPORT_ROUTES } from "#admin/people/members/imports-routes.ts";
import { LINK_REQUEST_ROUTES } from "#admin/people/members/links-routes.ts";
import { memberList } from "#admin/people/members/list.ts";
import { MEMBER_MERGE_ROUTES } from "#admin/people/members/merge-routes.ts";
import { MEMBER_PRINT_ROUTES } from "#admin/people/members/print-routes.ts";
import { ACCESS_ROUTES } from "#admin/people/members/privacy-access-routes.ts";
import { PRIVACY_RECORD_ROUTES } from "#admin/people/members/privacy-record-routes.ts";
import { PRIVACY_ROUTES } from "#admin/people/members/privacy-routes.ts";
import { MEMBER_ROUTES } from "#admin/people/members/routes.ts";
import { TURNING_ROUTES } from "#admin/people/members/turning-routes.ts";
import { NOTE_ROUTES } from "#admin/people/notes/routes.ts";
import type { Route } from "#auth/route.ts";

/** All routes of the staff pages of members, certificates and notes. */
export const ROUTES: readonly Route[] = [
	...memberList.routes,
	...MEMBER_BULK_ROUTES,
	...MEMBER_EXPORT_ROUTES,
	...MEMBER_PRINT_ROUTES,
	...LINK_REQUEST_ROUTES,
	...IMPORT_ROUTES,
	...PRIVACY_ROUTES,
	...PRIVACY_RECORD_ROUTES,
	...ACCESS_ROUTES,
	...DUPLICATE_ROUTES,
	...MEMBER_MERGE_ROUTES,
	...TURNING_ROUTES,
	...NOTE_ROUTES,
	...CERTIFICATE_ROUTES,
	// These come last, because the ":id" of a record would match the other words.
	...MEMBER_ROUTES,
];
