import type { MergeFacts } from "#db/people/member-merge.ts";
import type { MemberRow } from "#db/people/member-reads.ts";
import type { MergePart, Side } from "#domain/people/member-merges/rules.ts";
import { FIELD_WORDS } from "#domain/people/members/fields.ts";
import { GENDER_LABELS, MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { IDENTITY_TYPE_LABELS } from "#domain/people/members/rules.ts";
import { dayText } from "#kernel/written.ts";
import { addressWords } from "#ui/address.ts";
import { phoneWords } from "#ui/phone.ts";
import { emergencyWords } from "./show-page.ts";

/** The names of the parts that a merge chooses between. */
export const PART_WORDS: Record<MergePart, string> = {
	...FIELD_WORDS,
	standing: "會籍",
	emergency: "緊急聯絡人",
	guardian: "監護人",
	login: "登入帳號",
};

type Row = MemberRow & { guardian_name: string | null };
const day = (text: string | null): string => (text === null ? "" : dayText(text));

/** Returns a record's value of a part in words; "" when it is empty. */
export function partWords(part: MergePart, row: Row): string {
	switch (part) {
		case "identity_type":
			return IDENTITY_TYPE_LABELS[row.identity_type];
		case "membership_type":
			return row.type_name;
		case "gender":
			return row.gender === null ? "" : GENDER_LABELS[row.gender];
		case "standing":
			return standingWords(row);
		case "birth_date":
			return row.birth_date === null ? "" : dayText(row.birth_date);
		case "joined_on":
			return day(row.joined_on);
		case "national_id":
			return row.national_id_mask ?? "";
		case "diagnosis_note":
			return row.has_diagnosis_note === 1 ? "已填寫（內容加密）" : "";
		case "phone":
			return row.phone === null ? "" : phoneWords(row.phone);
		case "address":
			return addressWords(row);
		case "emergency":
			return emergencyWords(row);
		case "guardian":
			return row.guardian_name ?? "";
		case "login":
			return [row.user_email, row.user_phone && phoneWords(row.user_phone)].filter(Boolean).join("　");
		default:
			return row[part] ?? "";
	}
}

const standingWords = ({ status, status_since, resolution_no, resolution_on, left_on }: MemberRow): string =>
	[
		`${MEMBER_STATUS_LABELS[status]}${status_since === null ? "" : `（${day(status_since)}起）`}`,
		left_on !== null && `${day(left_on)}離會`,
		resolution_no !== null && `決議：${[resolution_no, day(resolution_on)].filter(Boolean).join("　")}`,
	]
		.filter(Boolean)
		.join("，");

/** Returns the things that move with the merged record, counted; kinds with none are left out. */
export function followsOf(facts: MergeFacts): { name: string; value: string }[] {
	const { notes, certificates, both_pending, consents, privacy_requests, both_asked } = facts;
	const { link_requests, dependents, dues, dues_twice, payments, receipts, donors, finance, merged_before } = facts;
	const one = (name: string, many: number, unit: string, more: string | false = false) =>
		many > 0 ? [{ name, value: [`${many} ${unit}`, more].filter(Boolean).join("，") }] : [];
	return [
		...one("備忘錄", notes, "則"),
		...one("身心障礙證明", certificates, "件", both_pending === 1 && "兩件都在審核中，較早的一件改為「已換新」"),
		...one("同意書", consents, "份"),
		...one("個資申請", privacy_requests, "件", both_asked > 0 && "同一種申請都未結案，以較早的一件辦理"),
		...one("帳號對應", link_requests, "件"),
		...one("受監護會員", dependents, "位", "監護人改為留下的這一筆"),
		...one("應繳會費", dues, "項", dues_twice > 0 && `兩筆都有的 ${dues_twice} 項只留一項，取消沒有收款的那一項`),
		...one("繳費", payments, "筆"),
		...one("收據", receipts, "張"),
		...one("捐款人資料", donors, "筆"),
		...one("付款給他的支出申請", finance, "張"),
		...one("之前併入的資料", merged_before, "筆"),
	];
}

/** The names of the two records on the page. */
export const SIDE_WORDS: Record<Side, string> = { kept: "留下的資料", other: "要併入的資料" };
