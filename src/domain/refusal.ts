/** Every rule that can say no, by name. http/errors.ts gives each a status and its words. */
export const REFUSALS = [
	"article.slug_taken",
	"article.stale",
	"article.wrong_state",
	"article.term_taken",
	"article.terms_are_inserted_or_deleted",
	"announcement.slug_taken",
	"attachment.is_final",
	"audit.append_only",
	"audit.not_next",
	"category.taken",
	"code.wrong",
	"dead_letter.stale",
	"dead_letter.unknown",
	"deputy.not_active",
	"deputy.nothing_to_give",
	"deputy.overlaps",
	"deputy.own",
	"deputy.past",
	"deputy.stale",
	"document.slug_taken",
	"document.version_is_current",
	"document.version_is_final",
	"file.damaged",
	"file.empty",
	"file.is_final",
	"file.stale",
	"file.too_large",
	"file.too_many_pixels",
	"file.type_mismatch",
	"file.type_refused",
	"file.unpacks_too_large",
	"form.repeated",
	"link.dead",
	"login.not_email",
	"login.not_phone",
	"mail.stale",
	"page.loop",
	"page.slug_taken",
	"password.common",
	"password.personal",
	"password.too_long",
	"password.too_short",
	"password.too_short_for_staff",
	"password.wrong",
	"role.code_taken",
	"role.in_use",
	"role.name_taken",
	"role.own",
	"role.shipped",
	"role.stale",
	"second_factor.already_on",
	"second_factor.off",
	"second_factor.required",
	"second_factor.wrong",
	"session.gone",
	"settings.append_only",
	"settings.stale",
	"sign_in.again",
	"sign_in.busy",
	"sign_in.wait",
	"sign_in.wrong",
	"tag.taken",
	"user.above_you",
	"user.email_taken",
	"user.is_staff",
	"user.last_admin",
	"user.no_email",
	"user.not_invited",
	"user.own_disable",
	"user.own_login",
	"user.own_roles",
	"user.own_second_factor",
	"user.phone_taken",
	"user.stale",
	"webhook.disabled",
	"webhook.stale",
	"webhook.url_refused",
	"webhook.url_taken",
] as const;
export type RefusalCode = (typeof REFUSALS)[number];

/** A rule said no: expected, shown to the person, never logged as a crash. */
export class Refusal extends Error {
	readonly code: RefusalCode;

	constructor(code: RefusalCode, message: string = code) {
		super(message);
		this.name = "Refusal";
		this.code = code;
	}
}

/** Refused for now: `until` (UTC milliseconds) is when to try again. */
export class Wait extends Refusal {
	readonly until: number;

	constructor(code: RefusalCode, until: number) {
		super(code);
		this.name = "Wait";
		this.until = until;
	}
}
