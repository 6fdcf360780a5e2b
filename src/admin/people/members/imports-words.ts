import type { IdentityType, MemberStatus } from "#domain/people/members/codes.ts";
import { FIELD_WORDS } from "#domain/people/members/fields.ts";
import { GENDER_LABELS, MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { maskNationalId } from "#domain/people/members/national-id.ts";
import { IDENTITY_TYPE_LABELS } from "#domain/people/members/rules.ts";
import { standingText } from "#domain/people/members/standing-text.ts";
import { type NamedType, typeNames } from "#domain/people/membership-types/rules.ts";
import type { Field, Target } from "#domain/people/roster/columns.ts";
import type { Mapping } from "#domain/people/roster/mapping.ts";
import { type OwnChange, type OwnColumn, ownOf, ownWords } from "#domain/people/roster/own-fields.ts";
import type { GuardianLink } from "#domain/people/roster/plan-row.ts";
import type { Values } from "#domain/people/roster/reading.ts";
import type { Outcome, Reason, ReasonCode } from "#domain/people/roster/reasons.ts";
import type { WrittenOutcome } from "#domain/people/roster/writing.ts";
import { own } from "#kernel/own.ts";
import { dayText } from "#kernel/written.ts";
import type { Status } from "#ui/status.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The label of each field that a roster's column can hold. */
export const COLUMN_WORDS: Record<Field, string> = {
	...FIELD_WORDS,
	phone: "電話（手機或市話）",
	status: "狀態",
	left_on: "退會日期",
	guardian: "監護人",
	guardian_as: "監護人身分（共同或單獨、同住、文件）",
	second_guardian: "第二位監護人",
	second_guardian_as: "第二位監護人身分（共同或單獨、同住、文件）",
	tax_id: "統一編號（團體會員）",
	seats: "代表人數（團體會員）",
	certificate: "身心障礙證明",
	paid_years: "已繳年度（列出年度）",
	groups: "群組",
	diagnosis: "診斷（不匯入）",
	remarks: "備註（成為備忘錄）",
};

/** Returns a column's target in words; `own` are the own fields that a roster may have columns of. */
export function targetWords(target: Target, own: readonly OwnColumn[]): string {
	const field = ownOf(own, target);
	if (field) return field.is_open === 1 ? `${field.name}（自訂欄位）` : `${field.name}（${CLOSED}）`;
	if (target === "note") return "併入備忘錄";
	if (target === "ignore") return "不匯入";
	if (target in COLUMN_WORDS) return COLUMN_WORDS[target as Field];
	if (!target.startsWith("paid:")) return "不匯入（自訂欄位已停用）";
	return `${Number(target.slice("paid:".length)) - 1911} 年會費已繳`;
}
const CLOSED = "不匯入：要有「查看身分證字號與病況」的權限";
/** Returns the own fields with a column that whoever imports may not fill in, in words. */
export const closedColumns = ({ columns, own }: Mapping): string[] =>
	columns.flatMap(({ target }) => {
		const field = ownOf(own, target);
		return field?.is_open === 0 ? [targetWords(target, own)] : [];
	});

export const OUTCOME_LOOKS: Record<Outcome, Status> = {
	conflict: { word: "待釐清", tone: "warn", icon: "warn" },
	confirm: { word: "待確認同一人", tone: "warn", icon: "warn" },
	error: { word: "有誤", tone: "danger" },
	create: { word: "新增", tone: "ok", icon: "plus" },
	update: { word: "更新", tone: "info", icon: "edit" },
	fill: { word: "補資料", tone: "info", icon: "note" },
	skip: { word: "略過" },
};

export const WRITTEN_LOOKS: Record<WrittenOutcome, Status> = {
	conflict: { word: "未匯入：待釐清", tone: "warn", icon: "warn" },
	error: { word: "未匯入：有誤", tone: "danger" },
	created: { word: "已新增", tone: "ok", icon: "plus" },
	updated: { word: "已更新", tone: "ok", icon: "edit" },
	filled: { word: "已補資料", tone: "ok", icon: "note" },
	unchanged: { word: "沒有變動" },
	skipped: { word: "略過" },
};

const REASON_WORDS: Record<ReasonCode, string> = {
	no_name: "沒有姓名",
	bad_value: "看不懂或不正確",
	date_ambiguous: "有兩種讀法，請在名冊寫出完整年份，或在「欄位與選項」接受這樣的解讀",
	same_person: "同一個人有不同的資料",
	several: "符合的會員不只一位",
	keys_disagree: "編號與身分證字號指向不同的會員",
	other_name: "系統裡這位會員的姓名不同",
	other_national_id: "系統裡這位會員的身分證字號（團體的統一編號）不同",
	other_birth_date: "系統裡這位會員的生日不同",
	other_number: "系統裡這位會員的編號不同",
	number_taken: "這個編號曾經給過別人",
	name_alone: "只有姓名相同，請補上編號、身分證字號、生日或手機",
	email_other: "已經有另一個電子郵件",
	email_twice: "同一個人填了兩個電子郵件",
	own: "您或家人的紀錄，請由其他同仁匯入",
	contact: "和聯絡人是同一人，請先在聯絡人的頁面按「申請入會」",
	row_waits: "名冊的這一列沒有匯入",
	subtotal: "合計列",
	header_again: "重複的標題列",
	no_person: "不是會員資料",
	duplicate: "內容已經包含在",
	same: "與系統相同",
	not_in_roster: "不在名冊，也不在系統裡",
	has_email: "已經是這個電子郵件",
	parent_to_confirm: "身分讀作家長/父母，請確認",
	certificate_to_verify: "名冊註記有身心障礙證明，請查驗（不會自動核准）",
	certificate_unclear: "看不出有沒有身心障礙證明",
	guardian_unknown: "找不到監護人",
	guardian_several: "監護人同名不只一位，沒有連結",
	guardian_refused: "有人同時是監護人又受監護，沒有連結",
	guardian_second_person: "監護人與工作人員有關，須經第二位同仁確認，沒有連結",
	guardian_alone: "單獨行使親權的人旁邊不能有另一位，沒有連結",
	guardian_banned: "已登錄不得告知這位監護人，沒有連結",
	guardian_elsewhere: "監護宣告與輔助宣告要看文件、由第二人確認，請到會員頁辦理，沒有連結",
	guardian_paper: "共同或單獨行使要有文件與日期，請到會員頁補上；先連結監護人",
	guardian_as_unclear: "看不懂監護人身分，當作一般的監護人",
	guardian_standing: "監護人身分與系統不同，保持不變，請到會員頁辦理",
	guardian_kept: "已有另一位監護人，保持不變",
	formula: "儲存格是公式，取用它上次的結果",
	status_kept: "狀態不同，請在會員頁辦理",
	status_unknown: "看不懂的狀態，沒有採用",
	diagnosis_left_out: "病況須有書面同意才能保存，沒有匯入",
	left_empty: "看不懂，留空",
	id_left_out: "身分證字號看不懂或不正確，沒有匯入",
	paid_unclear: "看不出有沒有繳費",
	group_unknown: "沒有這個名稱的群組在使用中，沒有加入；新增群組後再匯入一次就會補上",
	own_left_out: "沒有匯入",
	not_of_kind: "不是個人（或團體）會員有的資料，沒有匯入",
	kind_kept: "個人會員與團體會員不能互改，類別保持不變",
	year_owed: "這一年在系統裡還沒繳清，沒有改為已繳；請登錄收款或免繳",
	identity_assumed: "沒有寫身分，先記為病友",
	renamed: "系統裡的姓名不同（身分證字號相同）",
	kept: "與系統不同，保持原來的",
	no_number: "沒有會員編號",
	namesake: "姓名與生日相同，編號和電話都不同，當作不同的人",
	email_from_survey: "電子郵件取自問卷",
	name_once: "姓名只有一位相同，資料沒有牴觸，請確認是同一人",
	settled_same: "已確認是同一人",
	settled_other: "已確認是不同的人",
	set_aside: "您選擇略過這一列",
	key_left_out: "已經是別人的，沒有匯入",
	row_kept: "兩列不同，以前面那一列為準",
};
const NAMED = new Set<ReasonCode>([
	...([
		"bad_value",
		"date_ambiguous",
		"left_empty",
		"kept",
		"key_left_out",
		"row_kept",
		"own_left_out",
		"not_of_kind",
	] as const),
]);

/** Returns the words of a reason without its details, for counts. */
export const reasonTitle = (code: ReasonCode): string =>
	code === "own_left_out" ? "自訂欄位的內容沒有匯入" : REASON_WORDS[code];

/** Returns a reason as a sentence: 生日「2/30」看不懂或不正確. */
export function reasonWords({ code, field, text, read, rows, own, why }: Reason): string {
	const said = text === undefined ? "" : `「${field === "national_id" ? maskNationalId(text) : text}」`;
	const where = rows === undefined ? "" : `第 ${rows.join("、")} 列`;
	if (NAMED.has(code))
		return `${field ? COLUMN_WORDS[field] : (own ?? "")}${said}${REASON_WORDS[code]}${read ? `：讀作 ${DAY.test(read) ? dayText(read) : read}` : ""}${why ? `：${why.replace(/。$/, "")}` : ""}`;
	return `${REASON_WORDS[code]}${said}${read ? `（原本是 ${read}）` : ""}${where ? `：${where}` : ""}`;
}

const CODE_WORDS: Record<string, Record<string, string>> = {
	identity_type: IDENTITY_TYPE_LABELS satisfies Record<IdentityType, string>,
	status: MEMBER_STATUS_LABELS satisfies Partial<Record<MemberStatus, string>>,
	gender: GENDER_LABELS,
};

/** Returns a stored value in words, a membership type by `types`; a national id is masked. */
export function valueWords(field: string, value: string, types: readonly NamedType[]): string {
	if (field === "national_id") return maskNationalId(value);
	return own(field === "membership_type" ? typeNames(types) : own(CODE_WORDS, field), value) ?? value;
}

const isColumn = (field: string): field is Field => Object.hasOwn(COLUMN_WORDS, field);
export const fieldWords = (field: string): string => (isColumn(field) ? COLUMN_WORDS[field] : field);

/** Returns the values that were read from a row, in words, field by field; the name and empty fields are left out. */
export const valuesOf = (values: Values, types: readonly NamedType[]): { field: string; value: string }[] =>
	Object.entries(values).flatMap(([field, value]) =>
		field === "name" || value === null || value === undefined
			? []
			: [{ field, value: valueWords(field, value, types) }],
	);

/** Returns what changes in own fields, in words; of special data only that they are filled in. */
export const ownValues = (changes: readonly OwnChange[], isChange: boolean): { field: string; value: string }[] =>
	changes.map(({ field, from, to }) => {
		const [before, after] = [from === null ? undefined : ownWords(field, from), ownWords(field, to)];
		if (after === undefined) return { field: field.name, value: from === null ? "（加密保存）" : "（更新，加密保存）" };
		return { field: field.name, value: isChange && before !== undefined ? `${before} → ${after}` : after };
	});

/** Returns a guardian who is linked, in words; `nameOf` names a member record. */
export const guardianWords = (link: GuardianLink, nameOf: (id: number) => string): string =>
	`${"row" in link ? `第 ${link.row} 列` : nameOf(link.id)}${link.as ? `（${standingText(link.as)}）` : ""}`;
