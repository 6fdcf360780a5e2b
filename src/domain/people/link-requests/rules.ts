import { type MemberInput, SELF_FIELDS } from "#domain/people/members/fields.ts";
import type { Profile } from "#domain/people/profiles/form.ts";
import { type Step, workflow } from "#kernel/steps.ts";

/** The fields that a link fills where the record has nothing; existing values stay, whatever the request says. */
const FILLED = [...SELF_FIELDS, "birth_date"] as const;
export type FilledField = (typeof FILLED)[number];

/** Returns the fields that a link fills, with their values. An address is filled as a whole or not at all. */
export function fills(before: Record<string, unknown>, profile: Profile): Partial<Pick<MemberInput, FilledField>> {
	const isEmpty = (field: string): boolean => (before[field] ?? "") === "";
	const hasPlace = PLACE.some((field) => !isEmpty(field));
	const filled = FILLED.filter(
		(field) => isEmpty(field) && (profile[field] ?? "") !== "" && !(hasPlace && PLACE.some((one) => one === field)),
	);
	return Object.fromEntries(filled.map((field) => [field, profile[field]]));
}

const PLACE = ["postal_code", "city", "district", "address"] as const;

/**
 * The states of a link request as the database stores them. A refused request that its sender closed is shown as
 * withdrawn.
 */
export const LINK_STATES = ["open", "linked", "created", "refused"] as const;
type LinkState = (typeof LINK_STATES)[number];

/**
 * The only table of the steps of a link request (帳號對應待確認; docs/workflows.md#link-requests). A request that its sender
 * withdraws is stored as refused by the sender.
 */
export const LINK_STEPS = {
	link: {
		from: ["open"],
		to: "linked",
		by: ["members.manage"],
		asks: ["member"],
		tells: ["link_request_linked"],
		done: "已連結。有電子郵件的申請人會收到通知，其他人下次登入就看得到。",
	},
	create: { from: ["open"], to: "created", by: ["members.manage"], done: "已建立入會申請，等候審核。" },
	refuse: {
		from: ["open"],
		to: "refused",
		by: ["members.manage"],
		asks: ["reason"],
		tells: ["link_request_refused"],
		done: "已退回。有電子郵件的申請人會收到通知，其他人登入後可以看到原因並補正。",
	},
	withdraw: { from: ["open"], to: "refused", by: "sender" },
} as const satisfies Record<string, Step<LinkState>>;
export type LinkStep = keyof typeof LINK_STEPS;
export const LINK_REQUESTS = workflow<LinkState, LinkStep, Step<LinkState>>({
	states: LINK_STATES,
	steps: LINK_STEPS,
	refusal: "link_request.stale",
});
