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
	"category.taken",
	"document.slug_taken",
	"document.version_is_current",
	"document.version_is_final",
	"page.loop",
	"page.slug_taken",
	"tag.taken",
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
