import { niceScale } from "./chart-scale.ts";
import { type Children, html, type VNode } from "./html.ts";
import { figure } from "./money.ts";
import { table } from "./table.ts";

export type Chart = {
	/** The chart's title, such as 115 年收入與支出. */
	title: string;
	/** A sentence that says in words what the chart shows. */
	summary: Children;
	labels: string[];
	/** Up to four series of values, with one value for each label; null when the label has no value yet. */
	series: { name: string; values: (number | null)[] }[];
	unit: string;
	/** The divisor of the values on the scale: 1000 for 千元. The table shows the undivided values. */
	per?: number | undefined;
	/** The values are counts: the scale has no lines between 0 and 1. */
	counted?: boolean | undefined;
	/** The last label is the present: when the drawing is wider than the screen, its end is shown first. */
	endsNow?: boolean | undefined;
};

const WIDTH = 720;
const TOP = 8;
const BOTTOM = 204;
const LEFT = 52;

/**
 * Returns the SVG path of a bar from `from` to `to`; the two corners at `to` are rounded, whether the bar goes up or
 * down.
 */
function barPath({ x, width, from, to }: { x: number; width: number; from: number; to: number }): string {
	const r = Math.min(2, width / 2, Math.abs(to - from));
	const down = to > from ? 1 : -1;
	const edge = (to - down * r).toFixed(1);
	const corner = (sideways: number, along: number): string =>
		sideways === 0 ? `q0 ${down * r} ${r} ${down * r}` : `q${r} 0 ${r} ${-along * r}`;
	return `M${x.toFixed(1)} ${from.toFixed(1)}V${edge}${corner(0, down)}h${(width - 2 * r).toFixed(1)}${corner(1, down)}V${from.toFixed(1)}z`;
}

function drawing({ labels, series, per = 1, title, counted }: Chart): VNode {
	const values = series.flatMap(({ values }) => values.map((value) => (value ?? 0) / per));
	const scale = niceScale(values, counted ? 1 : 0);
	const [low = 0, high = 1] = [scale[0], scale.at(-1)];
	const y = (value: number): number => BOTTOM - ((value - low) / (high - low || 1)) * (BOTTOM - TOP);
	const slot = (WIDTH - LEFT) / Math.max(labels.length, 1);
	const width = Math.min(14, (slot * 0.64) / Math.max(series.length, 1));
	const start = (at: number): number =>
		LEFT + slot * (at + 0.5) - (series.length * width + (series.length - 1) * 4) / 2;
	return html`<svg viewBox="0 0 ${WIDTH} 232" direction="ltr" role="img" aria-label=${`${title}，數字見下方表格`}>
		${scale.map((value) => [
			html`<line class=${value === 0 ? "base" : undefined} x1=${LEFT - 8} x2=${WIDTH} y1=${y(value).toFixed(1)} y2=${y(value).toFixed(1)} />`,
			html`<text x=${LEFT - 16} y=${(y(value) + 4).toFixed(1)} text-anchor="end">${figure(value)}</text>`,
		])}
		${labels.map((label, at) => html`<text x=${(LEFT + slot * (at + 0.5)).toFixed(1)} y="225" text-anchor="middle">${label}</text>`)}
		${series.map(({ values }, nth) =>
			values.map((value, at) => {
				if (!value) return null;
				const x = start(at) + nth * (width + 4);
				return html`<path class=${`f${nth + 1}`} d=${barPath({ x, width, from: y(0), to: y(value / per) })} />`;
			}),
		)}
	</svg>`;
}

/** Draws a bar chart on the server: a sentence that summarizes it, the drawing, and every number in a folded table. */
export function chart(props: Chart): VNode {
	const { title, summary, labels, series, unit } = props;
	const rows = labels.map((label, at) => ({ label, values: series.map(({ values }) => values[at] ?? null) }));
	return html`<div class="stack">
		<p class="small">${summary}</p>
		<div class="chart" dir=${props.endsNow && "rtl"} tabindex="0" role="region" aria-label=${`${title}，圖`}>${drawing(props)}</div>
		<details class="disclosure">
			<summary class="link">以表格顯示</summary>
			${table({
				caption: `${title}（${unit}）`,
				tight: true,
				columns: [
					{ label: "項目", cell: (row: (typeof rows)[number]) => row.label, head: true },
					...series.map(({ name }, nth) => ({
						label: name,
						end: true,
						cell: (row: (typeof rows)[number]) => figure(row.values[nth]),
					})),
				],
				rows,
			})}
		</details>
	</div>`;
}
