import { LINES_PER_PAGE } from "#db/money/bank-lines.ts";
import { MOST_OPEN } from "#db/money/bank-matching.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneNow, noneYet, pastTheEnd } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { filters } from "#ui/filters.ts";
import { form } from "#ui/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { tabs, tabsOf } from "#ui/tabs.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import type { LineList } from "./desk.ts";
import { lineRow } from "./lines-rows.ts";
import { BANK_CRUMBS, bankTabs } from "./words.ts";

const { bank } = paths.admin;

/** Returns whether there are no bank lines at all yet. */
const isFresh = ({ counts }: LineList): boolean => Object.values(counts).every((count) => count === 0);

/** Draws the page 銀行對帳: each bank line at the start, at the end what it may pay or was matched with. */
export function lineListPage(list: LineList): Page {
	const { counts, here } = list;
	return {
		title: "銀行對帳",
		list: true,
		area: "會費與收款",
		crumbs: BANK_CRUMBS.slice(0, -1),
		sheets: ["bank"],
		lead:
			counts.open > 0
				? `有 ${figure(counts.open)} 筆明細還沒有對帳${list.exact > 0 ? `，其中 ${figure(list.exact)} 筆完全相符` : ""}。`
				: isFresh(list)
					? undefined
					: "所有明細都對完帳了。",
		actions: linkButton({ label: "匯入銀行檔", icon: "upload", href: bank.statements() }),
		tabs: bankTabs("lines"),
		body: html`<div class="stack">
			${list.problem && errorSummary({ values: {}, errors: {}, problem: list.problem })} ${toldOf(list)}
			${isOpenTab(list) && list.pressable > 0 && list.mayMatch && exactCard(list.pressable)} ${!isFresh(list) && tabs(stateTabs(list, here), "明細的狀態")}
			${linesCard(list, here)}
		</div>`,
	};
}

const isOpenTab = ({ tab }: LineList): boolean => tab === undefined || tab === "suggested" || tab === "unmatched";

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
		html`<div class="exact">
			${part(
				{ name: "long-work", props: { label: "核對" }, when: "touched" },
				form({
					action: bank.verification(),
					state: freshForm({}, "all"),
					submit: `一次核對完全相符的 ${figure(exact)} 筆`,
					busy: "核對中...",
				}),
			)}
			<p>金額、末五碼與日期（或會員編號）都相符，而且只有一種可能。帳上已經有的只對上，不再入帳；其他每筆各自核對並開立收據。不能由您核對的會留下來。</p>
		</div>`,
	);

function stateTabs(list: LineList, here: Here) {
	const { open, matched, ignored } = list.counts;
	const now = isOpenTab(list) ? undefined : list.tab === "matched" ? "matched" : "all";
	return tabsOf({ here, name: "status", now }, [
		{ value: undefined, label: "待對", count: open },
		{ value: "matched", label: "已對", count: matched },
		{ value: "all", label: "全部", count: open + matched + ignored },
	]);
}

/** The states that a tab can be narrowed to, with how many lines of each there are. */
function stateOptions({ counts, suggested }: LineList) {
	const open = Math.min(counts.open, MOST_OPEN);
	return [
		{ value: "suggested", label: `有建議（${figure(suggested)}）` },
		{ value: "unmatched", label: `沒有建議（${figure(open - suggested)}）` },
		{ value: "matched", label: `已對帳（${figure(counts.matched)}）` },
		{ value: "ignored", label: `不處理（${figure(counts.ignored)}）` },
		{ value: "all", label: "全部" },
	];
}

function linesCard(list: LineList, here: Here): VNode {
	const { lines, total, page, accounts, counts } = list;
	return card(
		{ flush: true, label: "銀行明細" },
		balanceStrip(list),
		filters({
			here,
			search: { placeholder: "附言、末五碼、金額" },
			fields: [
				{ name: "status", label: "狀態", empty: "待對", options: stateOptions(list) },
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
		lines.length === 0 ? emptyOf(list, here) : part({ name: "desk", props: {} }, rowsOf(list)),
		total > 0 && pager({ here, page, size: LINES_PER_PAGE, total, unit: "筆" }),
	);
}

const rowsOf = (list: LineList): VNode => html`<div>
	<p class="match-head" aria-hidden="true">
		<span class="l"><span>日期</span><span>銀行這一行</span><span>金額（元）</span></span><span></span><span>我們這邊</span>
	</p>
	<ol class="plain match">${list.lines.map((line) => lineRow(list, line))}</ol>
	${isOpenTab(list) && keysLine}
</div>`;

/** Tells the keys, with the switch of those that are a letter alone; only a script reads keys. */
const keysLine = html`<p class="card-foot foot-line scripted">
	<span><kbd>J</kbd> <kbd>K</kbd> 下一行、上一行</span><span><kbd>Enter</kbd> 照建議對上</span><span><kbd>O</kbd> 打開或收起</span><span><kbd>P</kbd> 找人</span>
	<label class="check push"><input type="checkbox" data-keys="" checked /><span>使用快速鍵</span></label>
</p>`;

/**
 * Draws by how much the bank's balance and that of the books differ, of the chosen account or of all whose bank tells a
 * balance, and how much of that the open lines are; null where no bank tells one.
 */
function balanceStrip({ balances, accounts, unexplained, counts, here }: LineList): VNode | null {
	const shown = balances.flatMap(({ id, balance }) => {
		const account = accounts.find((one) => one.id === id);
		const isAsked = here.query.account === undefined || here.query.account === "" || here.query.account === String(id);
		return account && balance !== null && isAsked ? [{ account, balance }] : [];
	});
	if (shown.length === 0) return null;
	const atBank = shown.reduce((sum, { balance }) => sum + balance, 0);
	const inBooks = shown.reduce((sum, { account }) => sum + account.held, 0);
	const open = shown.map(({ account }) => unexplained.get(account.id) ?? { lines: 0, left: 0 });
	const many = open.reduce((sum, { lines }) => sum + lines, 0);
	const ofLines = open.reduce((sum, { left }) => sum + left, 0);
	const rest = atBank - inBooks - ofLines;
	const done = counts.since - counts.open;
	return html`<div class="sums">
		<dl><dt>銀行餘額</dt><dd>${figure(atBank)}</dd></dl>
		<span class="op" aria-hidden="true">−</span>
		<dl><dt>帳上餘額</dt><dd>${figure(inBooks)}</dd></dl>
		<span class="op" aria-hidden="true">＝</span>
		<dl class=${atBank === inBooks ? undefined : "gap"}><dt>差額</dt><dd>${figure(atBank - inBooks)}</dd></dl>
		<span class="soft small">${many > 0 && `還沒對上的 ${figure(many)} 行占 ${figure(ofLines)}`}${rest !== 0 && `${many > 0 ? "，" : ""}其餘 ${figure(rest)} 見`}${rest !== 0 && shown.map(({ account }, at) => [at > 0 && "、", html`<a href=${bank.reconciliation(account.id)}>${account.name}調節表</a>`])}</span>
		${
			counts.open > 0 &&
			html`<span class="push soft small">${figure(done)}／${figure(counts.since)}<svg class="prog" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label=${`${figure(counts.since)} 行對上 ${figure(done)} 行`}><rect width="100" height="4" rx="2" /><rect class="done" width=${String(Math.round((done / counts.since) * 100))} height="4" rx="2" /></svg></span>`
		}
	</div>`;
}

function emptyOf(list: LineList, here: Here): VNode {
	const { total, here: address } = list;
	const { query } = address;
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
