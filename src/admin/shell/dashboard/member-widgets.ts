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
import { bar, legend } from "#ui/bar.ts";
import { card } from "#ui/card.ts";
import { chart } from "#ui/chart.ts";
import { noneYet } from "#ui/empty.ts";
import { funds, stat } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { hrefWith } from "#ui/url-state.ts";

const LIST = paths.admin.members.list();
/**
 * The statuses that the bar of the chart shows (`INSIDE`), and two that have a line of their own (`BESIDE`). Former
 * members are not shown.
 */
const INSIDE = ["active", "grace", "lapsed", "awaiting_payment"] as const satisfies readonly StatusNow[];
const BESIDE = ["applied", "suspended"] as const satisfies readonly StatusNow[];
const TOP_CITIES = 5;
const MONTHS = 12;

const sum = (rows: readonly MemberFigure[]): number => rows.reduce((all, { many }) => all + many, 0);

/** Draws a number of members as a link to the list of these members. */
const manyOf = (many: number, conditions: Record<string, string>): VNode =>
	html`<a href=${hrefWith({ path: LIST, query: {} }, conditions)}>${figure(many)}</a>`;

/** Draws 會員: the numbers of members by status, type and identity, by city and by age. */
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
	return [
		card(
			{ title: "會員", link: { href: LIST, label: "名冊" } },
			stat({ name: "有效會員", value: figure(sum(active)), words: `位，名冊共 ${figure(sum(rows))} 位` }),
			bar({ parts }),
			legend(parts.map(({ now, label, value }) => ({ label, value: manyOf(value, { status: now }) }))),
			beside.length > 0 &&
				funds(
					beside.map(({ now, many }) => ({ name: MEMBER_STATUS_LABELS[now], value: manyOf(many, { status: now }) })),
				),
			funds(types(active)),
		),
		card({ title: "有效會員的身分與年齡" }, funds(identities(people)), funds(ages(people))),
		card({ title: "有效會員的縣市" }, funds(topCities(active))),
	];
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
function topCities(active: readonly MemberFigure[]) {
	const counts = new Map<string, number>();
	for (const { city, many } of active) if (city !== null) counts.set(city, (counts.get(city) ?? 0) + many);
	const sorted = [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b));
	const others = sorted.slice(TOP_CITIES).reduce((all, [, many]) => all + many, 0);
	const unknown = sum(active.filter(({ city }) => city === null));
	return [
		...sorted
			.slice(0, TOP_CITIES)
			.map(([city, many]) => ({ name: city, value: manyOf(many, { status: "active", city }) })),
		...(others > 0 ? [{ name: "其他縣市", value: figure(others) }] : []),
		...(unknown > 0 ? [{ name: "未填縣市", value: figure(unknown) }] : []),
	];
}

function ages(active: readonly MemberFigure[]) {
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
		...AGE_GROUPS.map((from, at) => ({ name: ageWords(from, AGE_GROUPS[at + 1]), value: figure(counts[at]) })),
		...(unknown > 0 ? [{ name: "未填生日", value: figure(unknown) }] : []),
	];
}

/** Returns twelve months (YYYY-MM), the last of which contains the given time (UTC milliseconds). */
function lastMonths(at: number): string[] {
	const [year = 0, month = 1] = dateInTaipei(at).split("-").map(Number);
	return Array.from({ length: MONTHS }, (_, n) =>
		new Date(Date.UTC(year, month - MONTHS + n, 1)).toISOString().slice(0, 7),
	);
}

/** Returns the first day that the chart of joins and leaves covers. */
export const firstDayShown = (at: number): string => `${lastMonths(at)[0]}-01`;

/** Draws the chart 入會與離會 of twelve months; null when nobody joined or left. */
export function drawMoves(rows: MemberMove[], at: number): Children {
	const months = lastMonths(at);
	const found = months.map((month) => rows.find((row) => row.month === month));
	const [joined, gone] = [found.map((row) => row?.joined ?? 0), found.map((row) => row?.gone ?? 0)];
	const all = (list: number[]) => list.reduce((total, many) => total + many, 0);
	if (all(joined) + all(gone) === 0) return null;
	return card(
		{
			title: "近 12 個月的入會與離會",
			beside: legend([{ label: "入會" }, { label: "離會" }]),
			link: { href: `${LIST}?sort=-joined`, label: "新會員" },
		},
		chart({
			title: "近 12 個月的入會與離會",
			summary: `入會 ${figure(all(joined))} 位、離會 ${figure(all(gone))} 位，${netWords(all(joined) - all(gone))}。`,
			labels: months.map(monthWords),
			series: [
				{ name: "入會", values: joined },
				{ name: "離會", values: gone },
			],
			unit: "位",
			counted: true,
			endsNow: true,
		}),
	);
}

function netWords(net: number): string {
	if (net === 0) return "人數持平";
	return net > 0 ? `淨增 ${figure(net)} 位` : `淨減 ${figure(-net)} 位`;
}

/** Formats a month (YYYY-MM) as 11月. */
const monthWords = (month: string): string => `${Number(month.slice(5))}月`;
