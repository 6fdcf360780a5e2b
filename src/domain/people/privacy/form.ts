import * as z from "zod";
import { CONSENT_KINDS } from "#domain/people/members/codes.ts";
import { PastDay } from "#domain/people/members/field-schemas.ts";
import { Checked, lines, Version } from "#kernel/form.ts";
import { dayField } from "#kernel/typed.ts";
import { GROUND_CODES, REQUEST_KINDS } from "./rules.ts";

const LONGEST = 2_000;
const Kind = z.enum(REQUEST_KINDS, { error: "請選擇要提出的申請。" });
const Content = lines(LONGEST).default("");

const isSaid = ({ kind, content }: { kind: string; content: string }): boolean =>
	kind !== "correction" || content !== "";
const SAY_WHAT = { path: ["content"], error: "請寫下要更正的欄位，以及正確的內容。" };

/** The form of a request (提出申請) by the member or the member's guardian. */
export const OwnRequestForm = z.strictObject({ kind: Kind, content: Content }).refine(isSaid, SAY_WHAT);

/**
 * The form of a request recorded by staff: one that came on paper on a day, or one that the association makes because
 * its purpose has ended.
 */
export const StaffRequestForm = z
	.strictObject({
		kind: Kind,
		content: Content,
		channel: z.enum(["paper", "association"], { error: "請選擇這份申請怎麼來的。" }),
		received_on: PastDay,
	})
	.refine(isSaid, SAY_WHAT)
	.refine(({ kind, channel }) => channel === "paper" || kind === "deletion", {
		path: ["channel"],
		error: "協會主動辦理的只有刪除。",
	})
	.refine(({ received_on }) => received_on !== null, { path: ["received_on"], error: "請填寫收到的日期。" });

const Words = lines(LONGEST).default("");

/** The form of an answer (答覆): done, or refused with the legal ground and a sentence. */
export const AnswerForm = z
	.strictObject({
		version: Version,
		outcome: z.enum(["done", "refused"], { error: "請選擇答覆的結果。" }),
		grounds: z.union([z.literal(""), z.enum(GROUND_CODES)]).default(""),
		answer: Words,
	})
	.refine(({ outcome, grounds }) => outcome === "done" || grounds !== "", {
		path: ["grounds"],
		error: "拒絕時，請選擇法律上的理由。",
	})
	.refine(({ outcome, answer }) => outcome === "done" || answer !== "", {
		path: ["answer"],
		error: "請用一般人看得懂的話，說明拒絕的原因與保留的資料。",
	});
export type Answer = z.infer<typeof AnswerForm>;

/** The form that extends a deadline (延長), once, with the reason that the member is told (個資法 13). */
export const ExtensionForm = z.strictObject({
	version: Version,
	reason: lines(500).refine((text) => text !== "", { error: "請說明延長的原因，會寫給申請人。" }),
});

export const WithdrawalForm = z.strictObject({ version: Version });

/** The form of a consent (同意) on the website: the version of the text that the page showed. */
export const ConsentForm = z.strictObject({
	text_version: z.string().max(20),
	agree: z.literal("1", { error: "請閱讀後勾選同意。" }),
});

/** The (empty) form that withdraws a consent (收回同意). */
export const ConsentEndForm = z.strictObject({});

/** The form of a consent on paper: "health_data 2026-11" is its kind and the version of the text that was signed. */
export const PaperConsentForm = z
	.strictObject({
		version: Version,
		text: z.string().max(60),
		given: z.enum(["1", "0"], { error: "請選擇同意或收回。" }),
		signed_on: PastDay,
	})
	.transform(({ version, text, given, signed_on }, context) => {
		const [kind, textVersion] = text.split(" ");
		const known = CONSENT_KINDS.find((one) => one === kind);
		if (!known || !textVersion) {
			context.addIssue({ code: "custom", path: ["text"], message: "請選擇簽的是哪一份同意書。" });
			return z.NEVER;
		}
		if (signed_on === null) {
			context.addIssue({ code: "custom", path: ["signed_on"], message: "請填寫紙本上的簽署日期。" });
			return z.NEVER;
		}
		return { version, kind: known, textVersion, given: given === "1", signedOn: signed_on };
	});

const DAY = {
	missing: "請填寫從哪一天開始用。",
	unknown: (typed: string) => `看不懂「${typed}」，請寫成 115/3/5 或 2026/3/5。`,
};
/** The form of a new version of a text: the first day, and its paragraphs, one a line. */
export const TextForm = z.strictObject({
	starts_on: dayField(DAY),
	body: lines(10_000).refine((text) => text !== "", { error: "請填寫文字。" }),
});

/** The form of an erasure (去識別化): the user confirms having read what is deleted and what stays. */
export const ErasureForm = z.strictObject({
	version: Version,
	request: Version,
	understood: Checked.refine((value) => value, { error: "請確認您了解這個動作無法復原。" }),
});

/** The form that takes back the consent to a purpose of special data of own fields. */
export const OwnConsentEnd = z.strictObject({ purpose: z.string().min(1).max(200), version: Version });
