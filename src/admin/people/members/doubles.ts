import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { DoubleRow, Typed } from "#db/people/member-duplicates.ts";
import { canonicalText } from "#domain/people/members/form.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { memberStatusNow } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { html, type VNode } from "#ui/html.ts";
import type { OfferedPlace } from "#ui/islands/parts.ts";
import { notice } from "#ui/notice.ts";
import { recordName } from "./record-words.ts";

const { members } = paths.admin;
const NOTHING: Typed = { name: "", phone: "", except: [] };

type Asked = {
	name?: string | undefined;
	phone?: string | undefined;
	guardian?: number | null | undefined;
	self?: number;
};

/**
 * Returns what to look for of a new record, as it would be stored; nothing for a user who may not see records. The
 * guardian of a child has the same phone, and is no double; nor is the record itself (`self`) once it is stored.
 */
export const soughtDoubles = ({ name = "", phone = "", guardian, self }: Asked, who: Visitor): Typed =>
	allows("members", who)
		? {
				name: canonicalText("name", name),
				phone: canonicalText("phone", phone),
				except: [guardian, self].filter((id) => typeof id === "number"),
			}
		: NOTHING;

const wordsOf = (row: DoubleRow, at: number): string =>
	`${recordName(row)}（${MEMBER_STATUS_LABELS[memberStatusNow(row, dateInTaipei(at))]}）`;

/** Returns, for the fields of the name and the phone, the records that have the same. */
export function doublesByField(rows: readonly DoubleRow[], at: number): Record<"name" | "phone", OfferedPlace[]> {
	const place = (row: DoubleRow): OfferedPlace => ({ label: wordsOf(row, at), href: members.show(row.id) });
	return {
		name: rows.filter(({ has_name }) => has_name === 1).map(place),
		phone: rows.filter(({ has_phone }) => has_phone === 1).map(place),
	};
}

/** Draws a warning that names the records with the same name or phone; false without any. */
export const doublesNotice = (rows: readonly DoubleRow[], at: number): VNode | false =>
	rows.length > 0 &&
	notice(
		{ tone: "warn", title: "可能已經有這個人" },
		"名冊上有相同的姓名或手機：",
		rows.map((row, nth) => [nth > 0 && "、", html`<a href=${members.show(row.id)}>${wordsOf(row, at)}</a>`]),
		"。同一個人只建一筆。",
	);

/** Returns how the message after a new record warns of a double, with the link to look at it; nothing without any. */
export function doublesFlash(rows: readonly DoubleRow[], who: Visitor) {
	const [first] = rows;
	if (!first) return { words: "" };
	const link = allows("members_merge", who)
		? { href: members.duplicates(), label: "看可能重複的會員" }
		: { href: members.show(first.id), label: "看這一筆" };
	return { words: `名冊上另有${recordName(first)}，姓名或手機相同，請看是不是同一個人。`, tone: "warn" as const, link };
}
