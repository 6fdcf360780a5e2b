import * as z from "zod";
import { actionWords } from "#admin/action-words.ts";
import { noticesCard } from "#admin/money/index.ts";
import { leadOf, MEMBER_CRUMBS, memberTabs, recordName } from "#admin/people/index.ts";
import { actorWords } from "#admin/words.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { NoticeRow } from "#db/money/index.ts";
import { HISTORY_SHOWN, type MemberHistoryRow, type MemberRow, type MergedRow } from "#db/people/index.ts";
import {
	FIELD_WORDS,
	GENDER_LABELS,
	IDENTITY_TYPE_LABELS,
	isOwnFieldName,
	MEMBER_STATUS_LABELS,
	type NamedType,
	typeNames,
} from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { own } from "#kernel/own.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { steps } from "#ui/thread.ts";
import { dateWords, moment } from "#ui/time.ts";

const { members, audit } = paths.admin;

export type HistoryPage = {
	member: MemberRow;
	/** The records that were merged into this record. */
	merged: readonly MergedRow[];
	notes: number;
	rows: MemberHistoryRow[];
	/** The decrypted values of each row; undefined when a row has none or the current user may not see them. */
	opened: unknown[];
	notices: readonly NoticeRow[];
	types: readonly NamedType[];
	who: Visitor;
	at: number;
};

/** Draws the page 歷程: everything that was done with a record, newest first. */
export function historyPage({ member, merged, notes, rows, opened, notices, types, who, at }: HistoryPage): Page {
	return {
		title: member.name,
		area: "會員",
		crumbs: MEMBER_CRUMBS,
		lead: leadOf(member, dateInTaipei(at)),
		tabs: memberTabs({ member, notes, who }, "history"),
		body: html`<div class="stack loose">
			${done({ member, merged, rows, opened, types, who })}
			${allows("dues_view", who) && noticesCard(notices, { member: member.id, mayTell: allows("dues", who), at })}
		</div>`,
	};
}

const done = ({ member, merged, rows, opened, types, who }: Omit<HistoryPage, "notes" | "notices" | "at">): VNode =>
	card(
		{
			title: "歷程",
			link: allows("audit", who)
				? { href: `${audit.list()}?type=member&id=${member.id}`, label: "稽核紀錄" }
				: undefined,
		},
		!allows("members_sensitive", who) &&
			html`<p class="hint">修改前後的內容加密保存，只有能查看敏感資料的人看得到；這裡列出改了哪些欄位。</p>`,
		rows.length === 0
			? html`<p class="soft">還沒有紀錄。</p>`
			: steps(
					rows.map((row, nth) => ({
						title: actionWords(row.action),
						state: "done",
						who: [whoWords(row), "　", moment(row.at), originOf(row, merged)],
						more: detailsOf(row, { sealed: opened[nth], merged, shut: shutWords(member), types }),
					})),
				),
		rows.length === HISTORY_SHOWN && html`<p class="hint">只列出最新的 ${HISTORY_SHOWN} 筆。</p>`,
	);

/**
 * Returns the text shown in place of an encrypted value that cannot be opened: dots, or 已去識別化 after a
 * pseudonymisation.
 */
const shutWords = ({ pseudonymised_at }: MemberRow): string => (pseudonymised_at === null ? "••••••" : "已去識別化");

const whoWords = ({ by, actor, on_behalf_of }: MemberHistoryRow): string =>
	[by ?? actorWords(actor), on_behalf_of && `（代理${on_behalf_of}）`].join("");

/** Draws the name of the merged record that a row is about; nothing for rows of this record. */
function originOf({ member_id }: MemberHistoryRow, merged: readonly MergedRow[]): Children {
	const origin = merged.find(({ id }) => id === member_id);
	return origin && `　（已併入的${recordName(origin)}）`;
}

const Status = z.enum(Object.keys(MEMBER_STATUS_LABELS) as [keyof typeof MEMBER_STATUS_LABELS]);
const Clear = z.object({
	fields: z.array(z.string()).default([]),
	from: Status.optional(),
	to: Status.optional(),
	member_no: z.string().optional(),
	merged: z.number().optional(),
	other: z.number().optional(),
});
const Change = z.object({ from: z.unknown(), to: z.unknown() });
const DETAILS: Record<string, string> = {
	reason: "理由",
	on: "日期",
	resolution_no: "決議",
	resolution_on: "決議日期",
};

function detailsOf(
	{ changes, other_no }: MemberHistoryRow,
	{ sealed, merged, shut, types }: { sealed: unknown; shut: string } & Pick<HistoryPage, "merged" | "types">,
): VNode | null {
	const {
		fields,
		from,
		to,
		member_no,
		merged: absorbed,
		other: apart,
	} = Clear.catch({ fields: [] }).parse(JSON.parse(changes));
	const opened = z.record(z.string(), z.unknown()).safeParse(sealed).data;
	const other = merged.find(({ id }) => id === absorbed);
	const lines: { name: string; value: Children }[] = [
		...(other ? [{ name: "併入的資料", value: recordName(other) }] : []),
		...(apart
			? [{ name: "另一筆資料", value: html`<a href=${members.show(apart)}>${other_no ?? `流水號 ${apart}`}</a>` }]
			: []),
		...(from && to && from !== to
			? [{ name: "狀態", value: `${MEMBER_STATUS_LABELS[from]} → ${MEMBER_STATUS_LABELS[to]}` }]
			: []),
		...(member_no ? [{ name: FIELD_WORDS.member_no, value: member_no }] : []),
		...groupLines(JSON.parse(changes)),
		...(opened ? openedLines(opened, types) : fields.map((name) => ({ name: wordsOf(name), value: shut }))),
	];
	return lines.length > 0 ? facts(lines) : null;
}

const GroupChange = z.object({ group: z.string(), from_on: z.unknown(), until_on: z.unknown() });
const GROUP_DAYS = { from_on: "加入", until_on: "最後一天" };

/** Returns the lines of a change of the member's groups: which group, and the days that were set or changed. */
function groupLines(changes: unknown): { name: string; value: Children }[] {
	const found = GroupChange.safeParse(changes).data;
	if (!found) return [];
	const days = (["from_on", "until_on"] as const).flatMap((field) => {
		const change = Change.safeParse(found[field]).data ?? { from: null, to: found[field] };
		return isNothing(change) ? [] : [{ name: GROUP_DAYS[field], value: changeWords(field, change) }];
	});
	return [{ name: "群組", value: found.group }, ...days];
}

const openedLines = (
	opened: Record<string, unknown>,
	types: readonly NamedType[],
): { name: string; value: Children }[] =>
	Object.entries(opened).flatMap(([name, value]) => {
		if (DETAILS[name]) return value ? [{ name: DETAILS[name], value: String(value) }] : [];
		const change = Change.safeParse(value).data;
		if (!change || (wordsOf(name) === name && !isOwnFieldName(name)) || isNothing(change)) return [];
		return [{ name: wordsOf(name), value: changeWords(name, change, types) }];
	});

/** Returns whether a change sets nothing: an empty field of a new record. */
const isNothing = ({ from, to }: { from?: unknown; to?: unknown }): boolean => !from && !to;

const NAMES: Record<string, string> = FIELD_WORDS;
const wordsOf = (name: string): string => own(NAMES, name) ?? name;

const CODES: Record<string, Record<string, string>> = {
	identity_type: IDENTITY_TYPE_LABELS,
	gender: GENDER_LABELS,
	diagnosis_note: { written: "已填寫", removed: "已移除" },
};

const PHONES = ["phone", "emergency_phone"];
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function changeWords(
	name: string,
	{ from, to }: { from?: unknown; to?: unknown },
	types: readonly NamedType[] = [],
): string {
	const codes = name === "membership_type" ? typeNames(types) : own(CODES, name);
	const words = (value: unknown): string => {
		if (value === null || value === undefined || value === "") return "（空白）";
		const text = String(value);
		if (DAY.test(text)) return dateWords(Date.parse(text));
		return own(codes, text) ?? (PHONES.includes(name) ? phoneWords(text) : text);
	};
	return from === null || from === undefined ? words(to) : `${words(from)} → ${words(to)}`;
}
