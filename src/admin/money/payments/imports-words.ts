import { reasonTitle as rosterTitle } from "#admin/people/index.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { PAYMENT_FIELDS, type PaymentField, type PaymentTarget } from "#domain/money/payment-imports/columns.ts";
import type { PlannedPart } from "#domain/money/payment-imports/plan.ts";
import type {
	OwnReason,
	PaymentOutcome,
	PaymentReason,
	PaymentReasonCode,
	WrittenPayment,
} from "#domain/money/payment-imports/reasons.ts";
import { FIELD_WORDS } from "#domain/people/index.ts";
import { dayText } from "#kernel/written.ts";
import { money } from "#ui/money.ts";
import type { Status } from "#ui/status.ts";

const MONEY_WORDS: Partial<Record<PaymentField, string>> = {
	kind: "會費種類",
	years: "繳費年度",
	amount: "金額",
	paid_on: "繳費日期",
	verified_on: "核對日期",
	method: "繳費方式",
	last5: "帳號末五碼",
	receipt_no: "原收據號碼",
	payer_title: "收據抬頭",
	remark: "備註",
};
const PERSON_WORDS: Readonly<Record<string, string | undefined>> = FIELD_WORDS;

/** Returns the Chinese name of what a column of a payment list can be read as; 不匯入 for a column that is ignored. */
export const targetWords = (target: PaymentTarget): string =>
	target === "ignore" ? "不匯入" : (MONEY_WORDS[target] ?? PERSON_WORDS[target] ?? target);

export const OUTCOME_LOOKS: Record<PaymentOutcome, Status> = {
	conflict: { word: "待釐清", tone: "warn", icon: "warn" },
	error: { word: "有誤", tone: "danger" },
	create: { word: "新增", tone: "ok", icon: "plus" },
	skip: { word: "略過" },
};
export const WRITTEN_LOOKS: Record<WrittenPayment, Status> = {
	conflict: { word: "未匯入：待釐清", tone: "warn", icon: "warn" },
	error: { word: "未匯入：有誤", tone: "danger" },
	created: { word: "已新增", tone: "ok", icon: "plus" },
	unchanged: { word: "沒有變動" },
	skipped: { word: "略過" },
};

const OWN_WORDS: Record<OwnReason, string> = {
	no_member: "沒有會員編號，也沒有姓名",
	not_found: "找不到這位會員",
	no_amount: "沒有金額",
	no_day: "沒有繳費日期，也沒有核對日期",
	verified_early: "核對日期早於繳費日期",
	no_year: "沒有寫是哪一年的常年會費",
	year_paid: "系統裡已經繳清",
	year_waived: "系統裡是免繳",
	year_twice: "與另一列繳同一筆會費，請確認是哪一列",
	own: "自己或家人的繳費，請由其他人匯入",
	claimed: "有一筆收款正在等候核對",
	over_owed: "金額超過應繳",
	amount_unclear: "金額分不平到各個年度或項目",
	kind_assumed: "沒有寫會費種類，當作常年會費",
	method_assumed: "看不出繳費方式，依帳號末五碼判斷或記為其他",
	paid_on_assumed: "沒有繳費日期，用核對日期",
	verified_on_assumed: "沒有核對日期，用繳費日期",
	entrance_year_assumed: "不知道入會年度，入會費記在繳費那一年",
	pays_part: "只繳了一部分，尚欠",
	pays_open: "沖銷系統裡的應繳會費",
	in_roster: "名冊已註記繳費，補上金額",
};
const isOwn = (code: PaymentReasonCode): code is OwnReason => code in OWN_WORDS;

/** Returns the words of a reason without its details, for counts. */
export const reasonTitle = (code: PaymentReasonCode): string => (isOwn(code) ? OWN_WORDS[code] : rosterTitle(code));

/** Returns a reason as a sentence: 金額「0」看不懂或不正確. */
export function reasonWords({ code, field, text, read, rows }: PaymentReason): string {
	const named = PAYMENT_FIELDS.find((one) => one === field);
	// A national id is never shown whole.
	const said = text === undefined || field === "national_id" ? "" : `「${text}」`;
	const where = rows === undefined || rows.length === 0 ? "" : `：第 ${rows.join("、")} 列`;
	if (code === "bad_value" || code === "date_ambiguous")
		return `${named ? targetWords(named) : ""}${said}${reasonTitle(code)}`;
	return `${reasonTitle(code)}${said}${read === undefined ? "" : `（${/^\d{4}-\d\d-\d\d$/.test(read) ? dayText(read) : read}）`}${where}`;
}

/** Returns what a part of a payment pays: 常年會費 113 年 1,000 元. */
export const partWords = (part: PlannedPart): string =>
	`${part.kind === "donation" ? "捐款" : duesLabel({ kind: part.of.kind, dues_year: part.of.year })} ${money(part.amount)}`;
