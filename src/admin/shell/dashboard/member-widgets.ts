import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { MemberFigure, MemberMove } from "#db/people/index.ts";
import {
	AGE_GROUPS,
	ageWords,
	IDENTITY_TYPE_LABELS,
	IDENTITY_TYPES,
	MEMBER_STATUS_LABELS,
	type StatusNow,
} from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { yearText } from "#kernel/written.ts";
import { bar, legend } from "#ui/bar.ts";
import { type Bar, bars } from "#ui/bars.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { funds, stat } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { trend } from "#ui/trend.ts";
import { hrefWith } from "#ui/url-state.ts";

const LIST = paths.admin.members.list();
/**
 * The statuses that the bar of the chart shows (`INSIDE`), and two that have a line of their own (`BESIDE`). Former
 * members are not shown.
 */
const INSIDE = ["active", "grace", "lapsed", "awaiting_payment"] as const satisfies readonly StatusNow[];
const BESIDE = ["applied", "suspended"] as const satisfies readonly StatusNow[];
const TOP_CITIES = 5;
/** The months of a line, which is drawn against as many before. */
const MONTHS = 12;

const sum = (rows: readonly MemberFigure[]): number => rows.reduce((all, { many }) => all + many, 0);

/** Draws a number of members as a link to the list of these members. */
const manyOf = (many: number, conditions: Record<string, string>): VNode =>
	html`<a href=${hrefWith({ path: LIST, query: {} }, conditions)}>${figure(many)}</a>`;

/** Draws 會員: the numbers of members by status, type and identity. */
export function drawMembers(rows: MemberFigure[]): Children {
	const manyIn = (now: StatusNow): number => sum(rows.filter(({ status }) => status === now));
	const active = rows.filter(({ status }) => status === "active");
	const people = active.filter(({ is_organisation }) => is_organisation === 0);
	const parts = INSIDE.map((now) => ({ now, label: MEMBER_STATUS_LABELS[now], value: manyIn(now) }));
	const beside = BESIDE.map((now) => ({ now, many: manyIn(now) })).filter(({ many }) => many > 0);
	if (rows.length === 0)
		return card(
			{ title: "會員", link: { href: LIST, label: "名冊" }, flush: true },
			noneYet({ title: "還沒有會員", text: "新增或匯入後，這裡會有統計。" }),
		);
	return card(
		{ title: "會員", link: { href: LIST, label: "名冊" } },
		stat({ name: "有效會員", value: figure(sum(active)), words: `位，名冊共 ${figure(sum(rows))} 位` }),
		bar({ parts }),
		legend(parts.map(({ now, label, value }) => ({ label, value: manyOf(value, { status: now }) }))),
		beside.length > 0 &&
			funds(beside.map(({ now, many }) => ({ name: MEMBER_STATUS_LABELS[now], value: manyOf(many, { status: now }) }))),
		funds(types(active)),
		funds(identities(people)),
	);
}

/** Draws where the active members live and how old they are; nothing before there are any. */
export function drawPlaces(rows: MemberFigure[], _at: number, who: Pick<Visitor, "permissions">): Children {
	const active = rows.filter(({ status }) => status === "active");
	const people = active.filter(({ is_organisation }) => is_organisation === 0);
	if (active.length === 0) return null;
	return card(
		{
			title: "會員在哪裡、幾歲",
			link: allows("members_statistics", who)
				? { href: paths.admin.members.statistics(), label: "人數統計" }
				: undefined,
		},
		html`<div class="pairs">
			<div><h3 class="sr">縣市</h3>${bars(topCities(active))}</div>
			<div><h3 class="sr">年齡</h3>${bars(ages(people))}</div>
		</div>`,
	);
}

const types = (active: readonly MemberFigure[]) =>
	[...new Map(active.map(({ type_code, type_name }) => [type_code, type_name]))].map(([type, name]) => ({
		name,
		value: manyOf(sum(active.filter((row) => row.type_code === type)), { status: "active", type }),
	}));

const identities = (active: readonly MemberFigure[]) =>
	IDENTITY_TYPES.map((identity) => ({
		name: IDENTITY_TYPE_LABELS[identity],
		value: manyOf(sum(active.filter((row) => row.identity_type === identity)), { status: "active", identity }),
	}));

/**
 * Returns the numbers of members in the `TOP_CITIES` cities with the most, in all other cities together, and without a
 * known city.
 */
function topCities(active: readonly MemberFigure[]): Bar[] {
	const counts = new Map<string, number>();
	for (const { city, many } of active) if (city !== null) counts.set(city, (counts.get(city) ?? 0) + many);
	const sorted = [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b));
	const others = sorted.slice(TOP_CITIES).reduce((all, [, many]) => all + many, 0);
	const unknown = sum(active.filter(({ city }) => city === null));
	return [
		...sorted
			.slice(0, TOP_CITIES)
			.map(([city, many]) => ({ name: city, many, value: manyOf(many, { status: "active", city }) })),
		...rest(`其他 ${sorted.length - TOP_CITIES}`, others),
		...rest("未填", unknown),
	];
}

const rest = (name: string, many: number): Bar[] =>
	many > 0 ? [{ name, many, value: figure(many), isRest: true }] : [];

function ages(active: readonly MemberFigure[]): Bar[] {
	const counts = AGE_GROUPS.map(() => 0);
	for (const row of active) {
		const list: unknown = JSON.parse(row.ages);
		if (Array.isArray(list))
			list.forEach((many, at) => {
				counts[at] = (counts[at] ?? 0) + Number(many);
			});
	}
	const unknown = sum(active) - counts.reduce((all, many) => all + many, 0);
	return [
		...AGE_GROUPS.map((from, at) => ({
			name: ageWords(from, AGE_GROUPS[at + 1]),
			many: counts[at] ?? 0,
			value: figure(counts[at]),
		})),
		...rest("未填", unknown),
	];
}

/** Returns the months (YYYY-MM) of two years, the last of which contains the given time (UTC milliseconds). */
function lastMonths(at: number): string[] {
	const [year = 0, month = 1] = dateInTaipei(at).split("-").map(Number);
	return Array.from({ length: 2 * MONTHS }, (_, n) =>
		new Date(Date.UTC(year, month - 2 * MONTHS + n, 1)).toISOString().slice(0, 7),
	);
}

/** Returns the first day after which joins and leaves are asked for: that of the second of the two years' months. */
export const firstDayShown = (at: number): string => `${lastMonths(at)[1]}-01`;

/** Draws how many members there were at the end of each of twelve months, against the year before; nothing without any. */
export function drawMoves(rows: MemberMove[], at: number): Children {
	const now = rows[0]?.now ?? 0;
	if (now === 0) return null;
	const months = lastMonths(at);
	const moves = new Map(rows.map(({ month, joined, gone }) => [month, { joined: joined ?? 0, gone: gone ?? 0 }]));
	let many = now;
	const counts = months.toReversed().map((month) => {
		const atItsEnd = many;
		const { joined, gone } = moves.get(month) ?? { joined: 0, gone: 0 };
		many = Math.max(0, many - joined + gone);
		return atItsEnd;
	});
	counts.reverse();
	const [lastYear, present] = [counts.slice(0, MONTHS), counts.slice(MONTHS)];
	const labels = months.slice(MONTHS).map(monthWords);
	const before = lastYear.at(-1) ?? 0;
	return card(
		{ title: "會員人數", link: { href: `${LIST}?sort=-joined`, label: "新會員" } },
		trend({
			name: "在會會員",
			value: `${figure(now)} 位`,
			hint: `比去年同月底${moreWords(now - before)}`,
			summary: `在會會員由 ${labels[0]} 的 ${figure(present[0])} 位到 ${labels.at(-1)} 的 ${figure(now)} 位；去年同月底 ${figure(before)} 位`,
			labels,
			now: present,
			before: lastYear,
			unit: "位",
		}),
	);
}

function moreWords(more: number): string {
	if (more === 0) return "一樣多";
	return more > 0 ? `多 ${figure(more)} 位` : `少 ${figure(-more)} 位`;
}

/** Writes a month (YYYY-MM): 115/11 or 2026/11. */
const monthWords = (month: string): string => `${yearText(Number(month.slice(0, 4)))}/${month.slice(5)}`;
