import * as z from "zod";

/** The tags of a mail: sent as a list, returned as an object. */
const Tags = z.object({ mail: z.string() }).partial().catch({});
const Said = z.object({ type: z.string(), subType: z.string(), message: z.string() }).partial().catch({});

/** An event that Resend sends about one mail (resend.com/docs/webhooks), as JSON text. */
export const ResendEvent = z
	.string()
	.transform((text, context) => {
		try {
			return JSON.parse(text);
		} catch {
			context.addIssue("not JSON");
			return z.NEVER;
		}
	})
	.pipe(
		z.object({
			type: z.string(),
			data: z.object({ email_id: z.string().max(200).default(""), tags: Tags.default({}), bounce: Said.default({}) }),
		}),
	);
export type ResendEvent = z.infer<typeof ResendEvent>;

const NOT_ARRIVED = ["email.bounced", "email.complained", "email.failed", "email.suppressed"];

/**
 * Returns which mail an event reports as not arrived, by its tag (our key: id and round) and the provider's id, and
 * why; undefined for any other event.
 */
export function bounceOf({ type, data }: ResendEvent) {
	if (!NOT_ARRIVED.includes(type) || data.email_id === "") return undefined;
	const [, id, round] = /^(.{1,64})-([0-9]{1,6})$/.exec(data.tags.mail ?? "") ?? [];
	const { type: kind, subType, message } = data.bounce;
	const reason = [type, kind, subType, message].filter((part) => part !== undefined && part !== "").join(" · ");
	return {
		mail: id === undefined ? null : { id, round: Number(round) },
		providerId: data.email_id,
		reason: reason.replace(/\p{Cc}+/gu, " "),
	};
}
