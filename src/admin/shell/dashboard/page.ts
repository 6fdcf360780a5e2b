import { startsFor } from "#admin/jobs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { paths } from "#http/paths.ts";
import { needsSecondFactor } from "#permissions.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { dayWords } from "#ui/time.ts";
import { drawStarts } from "./starts.ts";
import type { Waits } from "./waits.ts";
import { drawWaits, waitsWords } from "./waits-card.ts";
import { type AnyWidget, WIDGETS } from "./widgets.ts";

/** Returns the widgets whose gates admit the user. */
export const widgetsFor = (who: Visitor): AnyWidget[] => WIDGETS.filter(({ gate }) => allows(gate, who));

type Shown = { waits: Waits; widgets: { widget: AnyWidget; rows: unknown[] }[] };

/**
 * Draws the dashboard: where work begins, what waits, what is to be read, then figures and recent events. `widgets`: the
 * widgets with their rows, in order.
 */
export function dashboardPage(who: Visitor, { waits, widgets }: Shown, at: number): Page {
	const drawn = (place: AnyWidget["place"]): Children[] =>
		widgets
			.flatMap(({ widget, rows }) => [
				widget.place === place && widget.draw(rows, at, who),
				place === "beside" && widget.beside(rows, at, who),
			])
			.flat()
			.filter(Boolean);
	const [beside, figures, charts, background] = [
		drawn("beside"),
		drawn("figures"),
		drawn("charts"),
		drawn("background"),
	];
	return {
		title: "總覽",
		list: true,
		lead: `${dayWords(at)}，${waitsWords(waits, at)}`,
		sheets: ["home"],
		body: html`<div class="stack loose">
			${drawStarts(startsFor(who))} ${unprotected(who)} ${deputising(who)}
			<div class=${beside.length > 0 ? "home" : "home alone"}>
				<div class="stack">${drawWaits(waits, at)}${figures.length > 0 && html`<div class="cols">${figures}</div>`}</div>
				${beside.length > 0 && html`<div class="stack loose">${beside}</div>`}
			</div>
			${
				charts.length > 0 && background.length > 0
					? html`<div class="split"><div class="stack loose">${charts}</div><div class="stack loose">${background}</div></div>`
					: [charts, background]
			}
		</div>`,
	};
}

const unprotected = (who: Visitor): VNode | false =>
	!who.hasSecondFactor &&
	needsSecondFactor(who.permissions) &&
	notice(
		{ tone: "warn" },
		html`<b>您的帳號還沒有兩步驟驗證。</b>`,
		"設定後，即使密碼外洩，別人也登不進來。",
		html`<a href=${paths.account.secondFactor()}>開始設定</a>`,
	);

const deputising = (who: Visitor): VNode | false =>
	who.deputising.length > 0 &&
	notice(
		{ tone: "info" },
		`您今天是 ${who.deputising.map(({ name }) => name).join("、")} 的職務代理人，處理時會註明代理。`,
	);
