import * as z from "zod";
import { MOST } from "./field-limits.ts";
import { BODY_BYTES, bytesOf } from "./limits.ts";
import { fromTaipeiInput } from "./times.ts";

/** For `refine`: at most `max` code points. */
export const within = (max: number) =>
	[(text: string): boolean => [...text].length <= max, { error: `最多 ${max} 個字。` }] as const;

/** What nobody sees: controls, marks of direction, spaces without width. The joiner of emoji stays. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** One line of at most `max` code points; whatever breaks a line becomes a space. */
export const line = (max: number) =>
	z
		.string()
		.transform((text) => text.normalize("NFC").replace(/\s+/g, " ").trim())
		.refine(...within(max))
		.register(MOST, { characters: max });

/** Several lines of at most `max` code points. */
export const lines = (max: number) =>
	z
		.string()
		.transform((text) => text.normalize("NFC").replace(/\r\n?/g, "\n").trim())
		.refine(...within(max))
		.register(MOST, { characters: max });

/** Nothing where nothing was typed. */
export const orNull = (text: string): string | null => text || null;

/** The Markdown of a text, line ends as Markdown has them. */
export const Body = z
	.string()
	.transform((text) => text.replace(/\r\n?/g, "\n"))
	.refine((text) => bytesOf(text) <= BODY_BYTES, { error: "內文太長，最多 500 KB（約 16 萬個中文字），請分成幾篇。" });

export const Title = line(200)
	.transform((text) => text.replace(UNSEEN, "").trim())
	.refine((text) => text !== "", { error: "請填寫標題。" });

/** A moment of a datetime-local input in UTC milliseconds; null where it was left empty. */
export const Moment = z
	.string()
	.default("")
	.refine((text) => text === "" || fromTaipeiInput(text) !== null, { error: "請選擇正確的日期與時間。" })
	.transform((text) => (text === "" ? null : fromTaipeiInput(text)));

/** A box: nothing where it is not ticked, an empty text where somebody took that from another's form. */
export const Checked = z
	.enum(["1", ""])
	.optional()
	.transform((value) => value === "1");

/** An address of the web as somebody typed it: http or https, with a host; null for none. */
const WebAddress = line(500)
	.refine((text) => text === "" || /^https?:\/\/[^\s/]+\.[^\s/]+/.test(text), {
		error: "請輸入完整網址，例如 https://www.example.org/page。",
	})
	.transform(orNull);

/** The version of the record that the form was opened with. */
export const Version = z.coerce.number().int().min(0);

/** What articles and pages both say of themselves. */
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

/** When it is shown. `publish` chooses between now and `publish_at` where something is published. */
export const PUBLISHING_FIELDS = {
	publish: z.enum(["now", "later"]).default("now"),
	publish_at: Moment,
	unpublish_at: Moment,
	published_at: Moment,
};
