import { LINES_PER_PAGE } from "#db/money/bank-lines.ts";
import { MOST_OPEN } from "#db/money/bank-matching.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneNow, noneYet, pastTheEnd } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { form } from "#ui/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { table } from "#ui/table.ts";
import { tabs, tabsOf } from "#ui/tabs.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { doneColumns, type LineList, openColumns } from "./lines-columns.ts";
import { BANK_CRUMBS, bankTabs } from "./words.ts";

const { bank } = paths.admin;

/** Returns whether there are no bank lines at all yet. */
const isFresh = ({ counts }: LineList): boolean => Object.values(counts).every((count) => count === 0);

/** Draws the page 銀行對帳: the bank lines, each with the record that it may pay or was matched with. */
export function lineListPage(list: LineList): Page {
	const { counts, query } = list;
	const { done: _d, left: _l, refused: _r, ...asked } = query;
	const here: Here = { path: bank.lines(), query: asked };
	return {
		title: "銀行對帳",
		area: "會費與收款",
		crumbs: BANK_CRUMBS.slice(0, -1),
		lead:
			counts.open > 0
				? `有 ${figure(counts.open)} 筆明細還沒有對帳${list.exact > 0 ? `，其中 ${figure(list.exact)} 筆完全相符` : ""}。`
				: isFresh(list)
					? undefined
					: "所有明細都對完帳了。",
		actions: linkButton({ label: "匯入銀行檔", icon: "upload", href: bank.statements() }),
		tabs: bankTabs("lines"),
		body: html`<div class="stack">
			${list.problem && notice({ tone: "danger", role: "alert" }, list.problem)} ${toldOf(list)}
			${"open" in list.shown && list.pressable > 0 && list.mayMatch && exactCard(list.pressable)} ${!isFresh(list) && tabs(stateTabs(list, here), "明細的狀態")}
			${linesCard(list, here)}
		</div>`,
	};
}

function toldOf({ told }: LineList): Children {
	if (!told) return null;
	const { done, left, refused } = told;
	const rest = left > 0 ? `還有 ${figure(left)} 筆完全相符，請再按一次。` : "";
	return notice(
		{ tone: refused.length > 0 ? "warn" : "ok", role: "status", title: `已核對 ${figure(done)} 筆` },
		rest,
		refused.length > 0 && html`<p>有 ${figure(refused.length)} 筆沒有核對：</p>`,
		refused.length > 0 &&
			html`<ul>
				${refused.map(({ line, words }) => html`<li><a href=${bank.line(line)}>明細 ${line}</a>：${words}</li>`)}
			</ul>`,
	);
}

const exactCard = (exact: number): VNode =>
	card(
		{ label: "完全相符" },
		html`<p>金額、末五碼與日期（或會員編號）都相符，而且只有一種可能。帳上已經有的只對上，不再入帳；其他每筆各自核對並開立收據。不能由您核對的會留下來。</p>`,
		part(
			{ name: "long-work", props: { label: "核對" } },
			form({
				action: bank.verification(),
				state: freshForm({}, "all"),
				submit: `一次核對完全相符的 ${figure(exact)} 筆`,
				busy: "核對中...",
			}),
		),
	);

function stateTabs({ counts, suggested, tab }: LineList, here: Here) {
	const open = Math.min(counts.open, MOST_OPEN);
	return tabsOf({ here, name: "status", now: tab }, [
		{ value: undefined, label: "全部待辦", count: counts.open },
		{ value: "suggested", label: "建議配對", count: suggested },
		{ value: "unmatched", label: "沒有建議", count: open - suggested },
		{ value: "matched", label: "已對帳", count: counts.matched },
		{ value: "ignored", label: "不處理", count: counts.ignored },
	]);
}

function linesCard(list: LineList, here: Here): VNode {
	const { shown, total, page, accounts, counts } = list;
	const shared = { caption: "銀行明細", cards: true, empty: emptyOf(list, here) };
	return card(
		{ flush: true, label: "銀行明細" },
		filters({
			here,
			search: { placeholder: "附言、末五碼、金額" },
			fields: [
				{
					name: "account",
					label: "帳戶",
					options: accounts.map(({ id, name }) => ({ value: String(id), label: name })),
				},
				{
					name: "direction",
					label: "存入或支出",
					options: [
						{ value: "in", label: "存入" },
						{ value: "out", label: "支出" },
					],
				},
				{ name: "from", label: "日期從", type: "date" },
				{ name: "to", label: "日期到", type: "date" },
			],
		}),
		counts.open > MOST_OPEN &&
			html`<div class="card-body">${notice({ tone: "info" }, `先處理較早的 ${figure(MOST_OPEN)} 筆，其餘會接著出現。`)}</div>`,
		"open" in shown
			? table({ ...shared, columns: openColumns(list), rows: shown.open })
			: table({ ...shared, columns: doneColumns(list), rows: shown.done }),
		total > 0 && pager({ here, page, size: LINES_PER_PAGE, total, unit: "筆" }),
	);
}

function emptyOf(list: LineList, here: Here): VNode {
	const { total, query } = list;
	if (total > 0) return pastTheEnd(here, "列表已經變短");
	if (query.q || query.account || query.direction || query.from || query.to)
		return noMatch({
			title: "找不到符合的明細",
			clearHref: hrefWith({ path: here.path, query: { status: query.status } }, {}),
		});
	if (query.status) return noneNow({ title: "這裡沒有明細", text: "其他分頁可能有。" });
	if (isFresh(list)) return nothingYet(list);
	return noneNow({ title: "沒有待對帳的明細", text: "匯入下一份銀行檔後，存入與支出的款項會列在這裡。" });
}

const nothingYet = ({ accounts }: LineList): VNode =>
	noneYet({
		title: "還沒有銀行明細",
		text: `${accounts.length > 0 ? "" : "先新增協會的收款帳戶。"}匯入銀行或劃撥的明細後，存入與支出的款項會列在這裡，並找出可能是哪一筆收款、哪些會費或哪一張支出申請。`,
		actions:
			accounts.length > 0
				? linkButton({ label: "匯入銀行檔", icon: "upload", href: bank.statements() })
				: linkButton({ label: "新增帳戶", icon: "plus", href: bank.accountCreate() }),
	});
