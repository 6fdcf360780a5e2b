import * as z from "zod";
import type { ToldKind } from "#domain/system/notifications/kinds/confirmations.ts";
import { type Step, workflow } from "#kernel/steps.ts";
import { PERMISSIONS, type Permission } from "#permissions.ts";
import { AskedGuardian } from "./guardianship.ts";

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
	/** A change of the e-mail address and phone number with which a user signs in. */
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
	guardian: { permission: "members.manage", isTimed: true, asked: AskedGuardian },
	/** Opening a member's sealed data to a guardian whom staff set. */
	sealed_guardian: { permission: "members.manage", isTimed: false, asked: nothing },
	/** Opening a member's sealed data to a login that staff connected. */
	sealed_login: { permission: "members.manage", isTimed: false, asked: nothing },
	/** An activation code for a login that is in use. */
	activation_code: { permission: "members.manage", isTimed: false, asked: nothing },
} as const satisfies Record<ToldKind, { permission: Permission; isTimed: boolean; asked: z.ZodType }>;

export type Kind = keyof typeof KINDS;
export type Asked = { [K in Kind]: z.infer<(typeof KINDS)[K]["asked"]> };

/** The states of a confirmation. */
const CONFIRMATION_STATES = ["waiting", "confirmed", "in_force", "stopped", "withdrawn", "listed", "seen"] as const;
export type ConfirmationState = (typeof CONFIRMATION_STATES)[number];

/**
 * The only table of the steps of a confirmation (docs/workflows.md#confirmations). A step is taken by a user who may be
 * the second person or whom the change concerns, by the user who requested it, or by itself after a time. The database
 * has the same steps (migration 0050, confirmations_keep_what_was_asked).
 */
export const CONFIRMATION_STEPS = {
	confirm: {
		from: ["waiting"],
		to: "confirmed",
		by: "second person",
		tells: ["what the change tells"],
		done: "已確認，變更生效。",
	},
	stop: { from: ["waiting"], to: "stopped", by: "second person or whom it concerns", done: "已停止，不會生效。" },
	withdraw: { from: ["waiting"], to: "withdrawn", by: "who asked", done: "已收回。" },
	elapse: { from: ["waiting"], to: "in_force", by: "time" },
	see: { from: ["listed"], to: "seen", by: ["confirmations.decide"], done: "已記下您看過了。" },
} as const satisfies Record<string, Step<ConfirmationState>>;
export type ConfirmationStep = keyof typeof CONFIRMATION_STEPS;
export const CONFIRMATIONS = workflow<ConfirmationState, ConfirmationStep, Step<ConfirmationState>>({
	states: CONFIRMATION_STATES,
	steps: CONFIRMATION_STEPS,
	refusal: "confirmation.stale",
});
