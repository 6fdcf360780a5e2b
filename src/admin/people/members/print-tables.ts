import type { ListedMember } from "#db/people/member-exports.ts";
import { MEMBER_STATUS_LABELS } from "#domain/people/members/labels.ts";
import { EXEMPT_TYPES, identityTypeLabel, memberStatusNow } from "#domain/people/members/rules.ts";
import { rocWords } from "#kernel/calendar.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { phoneWords } from "#ui/phone.ts";
import { pagesOf, placeOf, type RollLine } from "./print-people.ts";

type Column<Row> = { label: string; kind: string; cell: (row: Row) => Children };

/** The heading of a printed list; `day` is YYYY-MM-DD. */
export type Heading = { association: string; title: string; day: string; beside?: string | undefined };

/**
 * Draws a table over as many sheets as it needs, each with its heading and page number, so that the browser's own
 * numbering is not needed.
 */
function papers<Row>(
	rows: readonly Row[],
	{ columns, size, heading, wide }: { columns: Column<Row>[]; size: number; heading: Heading; wide?: boolean },
): VNode[] {
	const pages = pagesOf(rows, size);
	return pages.map(
		(page, nth) => html`<section class=${wide ? "paper wide" : "paper"} aria-label=${`第 ${nth + 1} 頁`}>
			<div class="paper-head">
				<p class="h2">${heading.association}　${heading.title}</p>
				<p>${heading.beside}<span>中華民國${rocWords(heading.day)}</span></p>
			</div>
			<table>
				<thead><tr>${columns.map(({ label, kind }) => html`<th scope="col" class=${`c-${kind}`}>${label}</th>`)}</tr></thead>
				<tbody>
					${page.map((row) => html`<tr>${columns.map(({ cell }) => html`<td><div>${cell(row)}</div></td>`)}</tr>`)}
				</tbody>
			</table>
			<p class="paper-foot">第 ${nth + 1} 頁，共 ${pages.length} 頁</p>
		</section>`,
	);
}

/** How many characters fit in two lines of a cell: of a name, and (`LONG_ADDRESS`) of an address. */
const LONG_NAME = 10;
const LONG_ADDRESS = 30;

const numberColumn: Column<Pick<ListedMember, "member_no">> = {
	label: "會員編號",
	kind: "short",
	cell: (m) => m.member_no,
};
const nameColumn: Column<Pick<ListedMember, "name">> = {
	label: "姓名",
	kind: "name",
	cell: (m) => html`<b class=${m.name.length > LONG_NAME ? "dense" : undefined}>${m.name}</b>`,
};
const typeColumn: Column<ListedMember> = {
	label: "會員類別",
	kind: "short",
	cell: (m) => m.type_name,
};

function addressCell(member: ListedMember): Children {
	const words = `${member.postal_code ?? ""} ${placeOf(member)}`.trim();
	return words.length > LONG_ADDRESS ? html`<span class="dense">${words}</span>` : words;
}

function validCell({ type_base, is_contact, paid_until }: ListedMember): Children {
	if (is_contact === 1) return null;
	return EXEMPT_TYPES.includes(type_base) ? "無期限" : paid_until && rocWords(paid_until);
}

/** The columns of a printed roster; the name is always printed. `today` is a day in Taipei. */
const ROSTER_COLUMNS = {
	number: () => numberColumn,
	name: () => nameColumn,
	identity: () => ({ label: "身分", kind: "tiny", cell: identityTypeLabel }),
	type: () => typeColumn,
	status: (today) => ({
		label: "狀態",
		kind: "short",
		cell: (m) => MEMBER_STATUS_LABELS[memberStatusNow(m, today)],
	}),
	valid: () => ({ label: "有效期限", kind: "day", cell: validCell }),
	joined: () => ({ label: "入會日期", kind: "day", cell: (m) => m.joined_on && rocWords(m.joined_on) }),
	phone: () => ({ label: "電話", kind: "phone", cell: (m) => (m.phone ? phoneWords(m.phone) : m.phone_home) }),
	email: () => ({ label: "電子郵件", kind: "mail", cell: (m) => m.email }),
	address: () => ({ label: "地址", kind: "long", cell: addressCell }),
} as const satisfies Record<string, (today: string) => Column<ListedMember>>;

export type RosterColumn = keyof typeof ROSTER_COLUMNS;
export const isRosterColumn = (name: string): name is RosterColumn => Object.hasOwn(ROSTER_COLUMNS, name);
export const ROSTER_COLUMN_NAMES: readonly RosterColumn[] = Object.keys(ROSTER_COLUMNS).filter(isRosterColumn);
export const ROSTER_USUAL: readonly RosterColumn[] = ["number", "name", "type", "joined", "phone"];
export const rosterLabel = (name: RosterColumn): string => ROSTER_COLUMNS[name]("").label;

/** Draws the sheets of 會員名冊 with the named columns. */
export function rosterPapers(
	rows: readonly ListedMember[],
	{ names, heading, today }: { names: readonly RosterColumn[]; heading: Heading; today: string },
): VNode[] {
	const shown = ROSTER_COLUMN_NAMES.filter((name) => name === "name" || names.includes(name));
	// Long texts or many columns need landscape paper.
	const wide = shown.length > 6 || shown.includes("email") || shown.includes("address");
	const columns = shown.map((name) => ROSTER_COLUMNS[name](today));
	return papers(rows, { columns, size: wide ? 14 : 23, heading, wide });
}

/**
 * Draws 簽到簿: the people, whether each may vote (表決權; how many times, of who stands for an organisation too), and space
 * to sign. Where somebody has two votes, it says who may be elected (被選舉權): each person once.
 */
export function signInPapers(rows: readonly RollLine[], heading: Heading): VNode[] {
	const isMany = rows.some(({ votes }) => votes > 1);
	const columns: Column<RollLine>[] = [
		numberColumn,
		nameColumn,
		{ label: "會員類別", kind: "short", cell: ({ kind }) => kind },
		{
			label: "表決權",
			kind: "tiny",
			cell: ({ votes }) => (votes === 0 ? "無" : isMany ? `${votes} 權` : "有"),
		},
		...(isMany ? [{ label: "被選舉權", kind: "tiny", cell: ({ votes }: RollLine) => (votes > 0 ? "有" : "無") }] : []),
		{ label: "簽名", kind: "sign", cell: () => null },
	];
	return papers(rows, { columns, size: 21, heading });
}
