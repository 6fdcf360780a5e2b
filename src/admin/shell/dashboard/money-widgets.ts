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

const { dues } = paths.admin;

/** Returns the year in Taipei at a time in UTC milliseconds. */
export const yearAt = (at: number): number => Number(dateInTaipei(at).slice(0, 4));

/** Draws how much was paid for dues this year, and how much of this year's dues is still owed. */
export const drawDues = ([row]: DuesFigures[], at: number, who: Visitor): Children => {
	if (!row) return null;
	const year = rocYear(yearAt(at));
	return card(
		{
			title: `${year} 年會費`,
			link: allows("reports", who) ? { href: dues.report(), label: "報表" } : undefined,
		},
		html`<div class="stack">
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
				{ name: "今年收到的會費", value: money(row.collected) },
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
