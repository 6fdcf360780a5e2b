import { startsFor } from "#admin/jobs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { paths } from "#http/paths.ts";
import { needsSecondFactor } from "#permissions.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { dayWords } from "#ui/time.ts";
import { drawStarts } from "./starts.ts";
import { type AnyWidget, WIDGETS } from "./widgets.ts";

/** Returns the widgets whose gates admit the user. */
export const widgetsFor = (who: Visitor): AnyWidget[] => WIDGETS.filter(({ gate }) => allows(gate, who));

/**
 * Draws the dashboard: waiting work first, then figures, then recent events. `rows`: the rows of each widget, in order.
 */
export function dashboardPage(who: Visitor, shown: { widget: AnyWidget; rows: unknown[] }[], at: number): Page {
	const due = shown.reduce((sum, { widget, rows }) => sum + widget.due(rows), 0);
	const drawn = (place: AnyWidget["place"]): Children[] =>
		shown
			.filter(({ widget }) => widget.place === place)
			.flatMap(({ widget, rows }) => widget.draw(rows, at, who))
			.filter(Boolean);
	const [waiting, figures, charts, background] = [
		drawn("waiting"),
		drawn("figures"),
		drawn("charts"),
		drawn("background"),
	];
	// A chart takes two thirds of the width. Beside it stand the recent events, or else the last of the figures.
	const beside = charts.length === 0 ? [] : background.length > 0 ? background : figures.slice(1).slice(-1);
	const alone = [figures, background].map((list) => list.filter((one) => !beside.includes(one)));
	return {
		title: "總覽",
		lead: `${dayWords(at)}，${due === 0 ? "目前沒有等候您處理的事。" : `有 ${due} 件事等候您處理。`}`,
		sheets: ["home"],
		body: html`<div class="stack loose">
			${drawStarts(startsFor(who))} ${unprotected(who)} ${deputising(who)}
			${waiting.length > 0 && html`<div class="cols three">${waiting}</div>`}
			${alone[0] && alone[0].length > 0 && html`<div class="cols three">${alone[0]}</div>`}
			${charts.length > 0 && html`<div class="split"><div class="stack loose">${charts}</div><div class="stack loose">${beside}</div></div>`}
			${alone[1]}
			${[waiting, figures, charts, background].every((list) => list.length === 0) && nothing(who)}
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

const nothing = (who: Visitor): VNode =>
	card(
		{ label: "總覽", flush: true },
		noneYet({ title: `${who.name}，您好`, text: "目前沒有需要您處理的資料。可從上方的選單前往您負責的項目。" }),
	);
