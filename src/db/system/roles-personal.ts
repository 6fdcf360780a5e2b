import { sql } from "drizzle-orm";
import { ofLogin, personal } from "#db/personal-data.ts";
import { text } from "#kernel/copy-fields.ts";

export const roles = personal({
	copy: {
		roles: {
			place: 180,
			title: "角色",
			fields: [text("name", "角色")],
			rows: "SELECT r.name FROM user_roles x JOIN roles r ON r.id = x.role_id WHERE x.user_id IN (SELECT user_id FROM own)",
		},
	},
	inCopy: {
		"user_roles.user_id": "roles",
	},
	leftOut: {
		"role_permission_grants.given_by": "staff stay unnamed",
		"user_role_grants.given_by": "staff stay unnamed",
		"user_role_grants.user_id": "roles are in the copy",
	},
	erased: {
		user_roles: "all of them",
	},
	kept: {
		role_permission_grants: "who gave a role a permission, and when",
		user_role_grants: "which right a user got, from whom and when: numbers alone",
	},
	erases: [ofLogin(180, (userId) => [sql`DELETE FROM user_roles WHERE user_id = ${userId}`])],
	noFreeText: {
		role_permission_grants: { columns: "permission", why: "a code" },
		role_permissions: { columns: "permission", why: "a code" },
	},
});
