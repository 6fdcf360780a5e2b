import * as z from "zod";
import { MOST } from "#kernel/field-limits.ts";
import { isPermission, PERMISSIONS } from "#permissions.ts";

/** The form of a code, as the table checks it: lower case, digits and underscores, a letter first. */
const CODE = /^[a-z][a-z0-9_]{0,39}$/;

/** The form of a role. */
export const RoleInput = z.strictObject({
	name: z.string().trim().min(1, "請填寫名稱。").max(40),
	description: z.string().trim().max(200).default(""),
	permissions: z.array(z.enum(PERMISSIONS)).transform((codes) => [...new Set(codes)].sort()),
});
export type RoleInput = z.infer<typeof RoleInput>;

/**
 * The form of a new role, which may give the code that identifies it in the audit log and in SQL; empty: one is made.
 */
export const NewRoleInput = RoleInput.extend({
	code: z
		.string()
		.trim()
		.toLowerCase()
		.regex(CODE, "代號只能用小寫英文字母、數字和底線，並以字母開頭。")
		.or(z.literal(""))
		.default("")
		.register(MOST, { characters: 40 }),
});
export type NewRoleInput = z.infer<typeof NewRoleInput>;

/** A list of permissions as queries return it; permissions that the program no longer knows are dropped. */
export const StoredCodes = z
	.string()
	.transform((json) => z.array(z.string()).parse(JSON.parse(json)).filter(isPermission));
