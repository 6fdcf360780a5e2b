import * as z from "zod";
import { Checked, line, lines, orNull, Version } from "#kernel/form.ts";
import { dayField, dayOrNone } from "#kernel/typed.ts";
import { isMinorOn, KINDS, USES } from "./rules.ts";

const unknown = (typed: string): string => `看不懂「${typed}」，請寫成 115/3/5 或 2026-03-05。`;

const FIELDS = {
	name: line(80).refine((name) => name !== "", { error: "請填寫姓名。" }),
	member_no: line(20).transform(orNull),
	birth_date: dayOrNone(unknown),
	is_minor: Checked,
	representative: line(80),
	relation: line(20),
	kinds: z.array(z.enum(KINDS)).min(1, { error: "請選擇同意的內容：照片、故事或兩者。" }).prefault([]),
	uses: z.array(z.enum(USES)).min(1, { error: "請至少選擇一個用途。" }).prefault([]),
	given_on: dayField({ missing: "請填寫同意的日期。", unknown }),
	until: dayOrNone(unknown),
	no_paper: line(200),
	note: lines(2_000),
};
/** The fields that occur several times in the form. */
export const RELEASE_LISTS = ["kinds", "uses"] as const;

type Fields = z.infer<z.ZodObject<typeof FIELDS>>;

/** Checks what the fields of a release say together. */
function checkTogether(sent: Fields, context: z.RefinementCtx): void {
	const say = (path: string, message: string): void => context.addIssue({ code: "custom", path: [path], message });
	if (sent.until !== null && sent.until < sent.given_on) say("until", "最後一天不能早於同意的日期。");
	if (sent.birth_date !== null && sent.birth_date > sent.given_on) say("birth_date", "生日不能晚於同意的日期。");
	if (isMinor(sent) && sent.representative === "")
		say("representative", "同意時未滿 18 歲，請填寫代為同意的法定代理人。");
	if (sent.representative !== "" && sent.relation === "") say("relation", "請填寫與本人的關係，例如母親。");
	if (sent.representative === "" && sent.relation !== "") say("representative", "請填寫這個關係的人的姓名。");
}

/** Returns whether the person was under 18 when the release was given: by the birthday where it is known, else as ticked. */
const isMinor = ({ birth_date, given_on, is_minor }: Fields): boolean =>
	birth_date === null ? is_minor : isMinorOn(birth_date, given_on);
const settled = (sent: Fields) => ({ ...sent, is_minor: isMinor(sent) });

/** The form of a new release; days are YYYY-MM-DD. */
export const ReleaseForm = z.strictObject(FIELDS).superRefine(checkTogether).transform(settled);
export type ReleaseInput = z.infer<typeof ReleaseForm>;
/** The form of a stored release. */
export const ReleaseEdit = z
	.strictObject({ ...FIELDS, version: Version })
	.superRefine(checkTogether)
	.transform((sent) => ({ ...settled(sent), version: sent.version }));

/** The form that withdraws a release. */
export const ReleaseWithdrawal = z.strictObject({
	version: Version,
	reason: lines(500).refine((reason) => reason !== "", { error: "請寫下誰、怎麼提出撤回。" }),
});

/** The numbers of releases as they are typed or chosen: "12 王小明、15"; the words behind a number do not count. */
export const ReleaseNumbers = z
	.string()
	.max(2_000)
	.transform((text, context) => {
		const parts = text
			.split(/[、,，;；\n]+/)
			.map((part) => part.normalize("NFKC").trim())
			.filter((part) => part !== "");
		const numbers = parts.map((part) => /^#?([1-9]\d{0,8})(?!\d)/.exec(part)?.[1]);
		if (numbers.every((number) => number !== undefined)) return [...new Set(numbers.map(Number))];
		context.addIssue({ code: "custom", message: "請填同意書的編號，例如 12；多份用頓號隔開。" });
		return z.NEVER;
	});

/** The form on a picture's page that ties a release to the picture. */
export const PictureRelease = z.strictObject({
	release: ReleaseNumbers.refine((numbers) => numbers.length === 1, { error: "請填一份同意書的編號。" }),
});
/** The form that unties a release from a picture. */
export const PictureUntying = z.strictObject({ untied: z.coerce.number().int().positive() });
