import * as z from "zod";
import { MOST } from "./field-limits.ts";
import { BODY_BYTES, bytesOf } from "./limits.ts";
import { readMoment } from "./moments.ts";

/** Returns the arguments for `refine` that allow a text at most `max` code points. */
export const within = (max: number) =>
	[(text: string): boolean => [...text].length <= max, { error: `最多 ${max} 個字。` }] as const;

/**
 * Matches invisible characters: controls, direction marks, zero-width spaces. The joiner of emoji is not among them.
 */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/**
 * Returns the schema of a text in one line of at most `max` code points: NFC, trimmed, line breaks and runs of spaces
 * as one space.
 */
export const line = (max: number) =>
	z
		.string()
		.transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
		.refine(...within(max))
		.register(MOST, { characters: max });

/** Returns the schema of a text in several lines of at most `max` code points: NFC, trimmed, line ends as LF. */
export const lines = (max: number) =>
	z
		.string()
		.transform((text) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim())
		.refine(...within(max))
		.register(MOST, { characters: max });

/** Returns null for an empty text, else the text. */
export const orNull = (text: string): string | null => text || null;

/** The schema of a text in Markdown of at most BODY_BYTES bytes; line ends become LF. */
export const Body = z
	.string()
	.transform((text) => text.replace(/\r\n?/g, "\n"))
	.refine((text) => bytesOf(text) <= BODY_BYTES, { error: "內文太長，最多 500 KB（約 16 萬個中文字），請分成幾篇。" });

export const Title = line(200)
	.transform((text) => text.replace(UNSEEN, "").trim())
	.refine((text) => text !== "", { error: "請填寫標題。" });

/** The schema of the field of a day and a time in Taipei, as UTC milliseconds; null when it is empty. */
export const Moment = z
	.string()
	.max(100, "這個時間太長，請寫成 115/11/20 與 9:30。")
	.default("")
	.transform((text, context) => {
		if (text === "") return null;
		const read = readMoment(text);
		if ("at" in read) return read.at;
		context.addIssue({ code: "custom", message: read.problem });
		return z.NEVER;
	});

/**
 * The schema of a check box: true for "1". A box that is not ticked is missing from the form, or is an empty text when
 * its state was taken over from another user's form; both are false.
 */
export const Checked = z
	.enum(["1", ""])
	.optional()
	.transform((value) => value === "1");

/** The schema of a typed web address: http or https, with a host; null when empty. */
const WebAddress = line(500)
	.refine((text) => text === "" || /^https?:\/\/[^\s/]+\.[^\s/]+/.test(text), {
		error: "請輸入完整網址，例如 https://www.example.org/page。",
	})
	.transform(orNull);

/** The schema of the version that the record had when the form was opened. */
export const Version = z.coerce.number().int().min(0);

/** The digest of a text that was looked at before it is public, "" when none was; missing when nobody asks for a look. */
export const LookedAt = z.string().max(100).optional();

/** The schemas of the form fields that articles and pages have in common. */
export const TEXT_FIELDS = {
	title: Title,
	slug: line(120),
	excerpt: lines(500),
	body: Body,
	seo_title: line(200).transform(orNull),
	seo_description: lines(500).transform(orNull),
	canonical_url: WebAddress,
	noindex: Checked,
};

/** The description of an attached file, of which 200 characters are kept. */
export const FileDescription = z.string().max(500).register(MOST, { characters: 200 });

/** The fields about publishing. `publish` chooses between now and `publish_at` when something is published. */
export const PUBLISHING_FIELDS = {
	publish: z.enum(["now", "later"]).default("now"),
	publish_at: Moment,
	unpublish_at: Moment,
	published_at: Moment,
};
