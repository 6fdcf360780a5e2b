import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { DuesFigures } from "#db/money/index.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { bar } from "#ui/bar.ts";
import { card } from "#ui/card.ts";
import { funds } from "#ui/facts.ts";
import { type Children, html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { trend } from "#ui/trend.ts";

const { dues } = paths.admin;

/** Returns the year in Taipei at a time in UTC milliseconds. */
export const yearAt = (at: number): number => Number(dateInTaipei(at).slice(0, 4));

const Months = z.record(z.string(), z.number());

/** Draws what came in for dues up to each month of this year, against last year; nothing where nothing did. */
function duesTrend({ months, collected }: DuesFigures, at: number): Children {
	const came = Months.parse(JSON.parse(months));
	const present = Number(dateInTaipei(at).slice(5, 7));
	const upTo = (year: number, last: number): (number | null)[] => {
		let sum = 0;
		return Array.from({ length: 12 }, (_, n) => {
			sum += came[`${year}-${String(n + 1).padStart(2, "0")}`] ?? 0;
			return n < last ? sum : null;
		});
	};
	const [now, lastYear] = [upTo(yearAt(at), present), upTo(yearAt(at) - 1, 12)];
	if (Object.keys(came).length === 0) return null;
	const sameTime = money(lastYear[present - 1] ?? 0);
	return trend({
		name: "今年收到的會費",
		value: money(collected),
		hint: `去年到 ${present} 月 ${sameTime}`,
		summary: `今年到 ${present} 月收到會費 ${money(collected)}，去年同期 ${sameTime}`,
		labels: now.map((_, n) => `${n + 1} 月`),
		now,
		before: lastYear,
		unit: "元，累計",
		isSum: true,
	});
}

/** Draws how much was paid for dues this year, and how much of this year's dues is still owed. */
export const drawDues = ([row]: DuesFigures[], at: number, who: Visitor): Children => {
	if (!row) return null;
	const year = rocYear(yearAt(at));
	const line = duesTrend(row, at);
	return card(
		{
			title: `${year} 年會費`,
			link: allows("reports", who) ? { href: dues.report(), label: "報表" } : undefined,
		},
		html`<div class="stack">
			${line}
			${
				row.collected + row.outstanding > 0 &&
				bar({
					parts: [
						{ label: "今年收到", value: row.collected },
						{ label: `${year} 年未繳`, value: row.outstanding },
					],
				})
			}
			${funds([
				...(line ? [] : [{ name: "今年收到的會費", value: money(row.collected) }]),
				{ name: `${year} 年已繳清`, value: `${figure(row.payers)} 位` },
				{
					name: `${year} 年未繳（${figure(row.owing)} 位）`,
					value: allows("dues_view", who)
						? html`<a href=${dues.arrears()}>${money(row.outstanding)}</a>`
						: money(row.outstanding),
				},
			])}
		</div>`,
	);
};
