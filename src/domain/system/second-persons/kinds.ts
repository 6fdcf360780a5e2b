import * as z from "zod";
import type { ToldKind } from "#domain/system/notifications/kinds/confirmations.ts";
import { PERMISSIONS, type Permission } from "#permissions.ts";

const permissions = z.array(z.enum(PERMISSIONS));
const day = z.iso.date();
const nothing = z.strictObject({});

/**
 * THE kinds of what waits for a second person (table `confirmations`). `permission`: who else may confirm it, besides 理事長
 * and 監事. `isTimed`: in force by itself a day after those who may stop it were told; what opens sealed data never is.
 */
export const KINDS = {
	/** Roles for a user; `permissions` are the powers that they held when it was asked. */
	user_roles: {
		permission: "users.manage",
		isTimed: true,
		asked: z.strictObject({ roles: z.array(z.int()), permissions }),
	},
	/** More permissions for a role that somebody holds. */
	role_permissions: { permission: "users.manage", isTimed: true, asked: z.strictObject({ permissions }) },
	/** Another e-mail and phone to sign in with. */
	user_login: {
		permission: "users.manage",
		isTimed: true,
		asked: z.strictObject({ email: z.string().nullable(), phone: z.string().nullable() }),
	},
	/** A second factor taken away. */
	second_factor: { permission: "users.manage", isTimed: true, asked: nothing },
	/** A user who was disabled let in again. */
	user_enabled: { permission: "users.manage", isTimed: true, asked: nothing },
	/** A deputy named for somebody else; days of Taipei. */
	deputy: { permission: "users.manage", isTimed: true, asked: z.strictObject({ starts_on: day, ends_on: day }) },
	/** A guardian who stands neither in the application nor in the roster, or where staff are concerned. */
	guardian: { permission: "members.manage", isTimed: true, asked: nothing },
	/** What lies sealed of a member, for a guardian whom staff set. */
	sealed_guardian: { permission: "members.manage", isTimed: false, asked: nothing },
	/** What lies sealed of a member, for a login that staff connected. */
	sealed_login: { permission: "members.manage", isTimed: false, asked: nothing },
	/** An activation code for a login in use. */
	activation_code: { permission: "members.manage", isTimed: false, asked: nothing },
} as const satisfies Record<ToldKind, { permission: Permission; isTimed: boolean; asked: z.ZodType }>;

export type Kind = keyof typeof KINDS;
export type Asked = { [K in Kind]: z.infer<(typeof KINDS)[K]["asked"]> };

/** How far a confirmation has come. */
export type ConfirmationState = "waiting" | "confirmed" | "in_force" | "stopped" | "withdrawn" | "listed" | "seen";
