import { disclosure } from "./disclosure.ts";
import { type Children, html, type VNode } from "./html.ts";
import { figure } from "./money.ts";

type Line = readonly (number | null)[];
export type Trend = {
	name: string;
	/** The number that matters, in words, and a line below it. */
	value: string;
	hint: Children;
	/** A sentence that says in words what the lines show. */
	summary: string;
	labels: readonly string[];
	/** The values of these months and of the same months a year before; null for a month that has not come. */
	now: Line;
	before: Line;
	unit: string;
	/** True when the lines begin at 0, as sums do; otherwise they fill the height. */
	isSum?: boolean;
};

const [WIDTH, TOP, BOTTOM] = [200, 4, 56];

type Range = { least: number; most: number };

/** Draws a line of values that are between the least and the most. */
function line(values: Line, look: string, { least, most }: Range): VNode {
	const step = WIDTH / Math.max(1, values.length - 1);
	const y = (value: number): number => BOTTOM - ((value - least) / (most - least || 1)) * (BOTTOM - TOP);
	const points = values.flatMap((value, nth) =>
		value === null ? [] : [`${(nth * step).toFixed(1)},${y(value).toFixed(1)}`],
	);
	return html`<polyline class=${look} points=${points.join(" ")} />`;
}

/**
 * Draws twelve months as a line against those of the year before, with the number that matters beside it and every
 * number in a folded table.
 */
export function trend({ name, value, hint, summary, labels, now, before, unit, isSum }: Trend): VNode {
	const all = [...now, ...before].filter((one) => one !== null);
	const range = { least: isSum ? 0 : Math.min(...all), most: Math.max(...all) };
	return html`<div class="trend">
		<div><span class="soft">${name}</span><strong>${value}</strong><small class="soft">${hint}</small></div>
		<div>
			<svg viewBox="0 0 200 60" preserveAspectRatio="none" role="img" aria-label=${summary}>
				<path class="base" d="M0 59.5h200" />${line(before, "before", range)}${line(now, "now", range)}
			</svg>
			<p class="axis" aria-hidden="true"><span>${labels[0]}</span><span>${labels.at(-1)}</span></p>
		</div>
		${disclosure(
			{ label: "以表格顯示" },
			html`<table class="table tight">
				<caption>${`${name}（${unit}）`}</caption>
				<thead><tr><th scope="col">月</th><th scope="col" class="num">前一年</th><th scope="col" class="num">這一年</th></tr></thead>
				<tbody>
					${labels.map((label, nth) => html`<tr><th scope="row">${label}</th><td class="num">${figure(before[nth])}</td><td class="num">${figure(now[nth])}</td></tr>`)}
				</tbody>
			</table>`,
		)}
	</div>`;
}
