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
	"page.loop",
	"page.slug_taken",
	"role.code_taken",
	"role.in_use",
	"role.name_taken",
	"role.own",
	"role.shipped",
	"role.stale",
	"settings.append_only",
	"settings.stale",
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
