import * as z from "zod";
import type { ToldKind } from "#domain/system/notifications/kinds/confirmations.ts";
import { PERMISSIONS, type Permission } from "#kernel/permissions.ts";

const permissions = z.array(z.enum(PERMISSIONS));
const day = z.iso.date();
const nothing = z.strictObject({});

/**
 * The only list of the kinds of changes that wait for a second person (table `confirmations`). `permission`: who may
 * confirm besides 理事長 and 監事. `isTimed`: the change takes effect by itself a day after the users who may stop it
 * were told; a change that opens sealed data never does.
 */
export const KINDS = {
	/** Roles for a user; `permissions` are the powers that those roles gave when the change was asked for. */
	user_roles: {
		permission: "users.manage",
		isTimed: true,
		asked: z.strictObject({ roles: z.array(z.int()), permissions }),
	},
	/** More permissions for a role that a user holds. */
	role_permissions: { permission: "users.manage", isTimed: true, asked: z.strictObject({ permissions }) },
	/** Another e-mail and phone to sign in with. */
	user_login: {
		permission: "users.manage",
		isTimed: true,
		asked: z.strictObject({ email: z.string().nullable(), phone: z.string().nullable() }),
	},
	/** The removal of a second factor. */
	second_factor: { permission: "users.manage", isTimed: true, asked: nothing },
	/** The enabling of a disabled user. */
	user_enabled: { permission: "users.manage", isTimed: true, asked: nothing },
	/** A deputy for another user than the acting one; days of Taipei. */
	deputy: { permission: "users.manage", isTimed: true, asked: z.strictObject({ starts_on: day, ends_on: day }) },
	/** A guardian who is named neither in the application nor in the roster, or a guardianship that concerns staff. */
	guardian: { permission: "members.manage", isTimed: true, asked: nothing },
	/** Opening a member's sealed data to a guardian whom staff set. */
	sealed_guardian: { permission: "members.manage", isTimed: false, asked: nothing },
	/** Opening a member's sealed data to a login that staff connected. */
	sealed_login: { permission: "members.manage", isTimed: false, asked: nothing },
	/** An activation code for a login in use. */
	activation_code: { permission: "members.manage", isTimed: false, asked: nothing },
} as const satisfies Record<ToldKind, { permission: Permission; isTimed: boolean; asked: z.ZodType }>;

export type Kind = keyof typeof KINDS;
export type Asked = { [K in Kind]: z.infer<(typeof KINDS)[K]["asked"]> };

/** The states of a confirmation. */
export type ConfirmationState = "waiting" | "confirmed" | "in_force" | "stopped" | "withdrawn" | "listed" | "seen";
