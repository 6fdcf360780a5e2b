import { belowZeroWords } from "#admin/books/index.ts";
import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import type { BelowZero, HeldParent } from "#db/books/index.ts";
import type { CronTask } from "#db/shell/health.ts";
import type { Finding } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { facts } from "#ui/facts.ts";
import { sizeWords } from "#ui/file-size.ts";
import { holding } from "#ui/holding.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { ABSENT, CHECK_WORDS, GROUPS, LEVELS, TASK_WORDS } from "./words.ts";

export type Health = {
	findings: readonly Finding[];
	/** The codes of the checks that are about nothing yet. */
	absent: readonly string[];
	/** The cash accounts below zero (`below`), and those that hold a balance above their sub-accounts (`parents`). */
	below: readonly BelowZero[];
	parents: readonly HeldParent[];
	/** Whether the current user may post vouchers. */
	mayPost: boolean;
	tasks: CronTask[];
	/** The fingerprints of each secret's keys, by the name of the secret. */
	keys: Readonly<Record<string, readonly string[]>>;
	/** The sizes of the databases and buckets, in bytes. */
	sizes: { database: number; search: number; privateFiles: number; publicFiles: number };
	build: string;
	at: number;
};

/**
 * Draws the state of the system: every check with its meaning and what to do, the cron tasks, sizes and fingerprints.
 */
export function healthPage(of: Health): Page {
	return {
		title: "系統狀態",
		crumbs: SYSTEM_CRUMBS,
		lead: html`<p>開啟這一頁時重新檢查。每小時也會自動檢查一次，有問題會出現在總覽。</p>`,
		actions: linkButton({ label: "重新檢查", href: paths.admin.health.show(), icon: "refresh" }),
		body: html`<div class="stack">
			${summary(of)}
			<div class="cols">${GROUPS.map((group) => groupCard(group, of))}${sizesCard(of)}</div>
			${cashCards(of)}
			${card(
				{ title: "排程的工作", flush: true },
				table({
					caption: "每分鐘執行的工作，失敗的在前",
					columns: taskColumns(of.at),
					rows: [...of.tasks].sort((a, b) => Number(failed(b)) - Number(failed(a))),
					tight: true,
					empty: noneYet({ title: "還沒有執行過", text: "排程每分鐘執行一次，之後會列在這裡。" }),
				}),
			)}
			${keysCard(of.keys)}
		</div>`,
	};
}

function summary({ findings, absent }: Health): VNode {
	const wrong = findings.filter(({ level }) => level === "wrong").length;
	const warned = findings.filter(({ level }) => level === "warn").length;
	if (wrong > 0)
		return notice(
			{ tone: "danger", title: `${wrong} 項需要處理` },
			`${warned > 0 ? `另有 ${warned} 項請留意。` : ""}原因與做法寫在各項下方。`,
		);
	if (warned > 0) return notice({ tone: "warn", title: `${warned} 項請留意` }, "其他項目都正常。");
	return notice(
		{ tone: "ok", title: "一切正常" },
		`${findings.length - absent.length} 項檢查都通過${absent.length > 0 ? `，${absent.length} 項還沒有東西可以檢查` : ""}。`,
	);
}

const groupCard = ({ title, checks }: (typeof GROUPS)[number], { findings, absent, at }: Health): VNode =>
	card(
		{ title, flush: true },
		items(
			findings
				.filter(({ code }) => checks.includes(code))
				.sort((a, b) => checks.indexOf(a.code) - checks.indexOf(b.code))
				.map((finding) => {
					const { name, good, bad, href } = CHECK_WORDS[finding.code];
					const isGood = finding.level === "ok";
					const none = isGood && absent.includes(finding.code) ? ABSENT[finding.code] : undefined;
					return {
						title: name,
						href: isGood ? undefined : href,
						sub: [
							none ?? (isGood ? (typeof good === "string" ? good : good(finding)) : bad(finding)),
							since(finding, at),
						],
						side: status(none === undefined ? LEVELS[finding.level] : { word: "還沒有", icon: "minus" }),
					};
				}),
		),
	);

/**
 * Draws the cash accounts that have a wrong balance. A balance above sub-accounts links to the voucher that moves it.
 */
const cashCards = ({ below, parents, mayPost }: Health): Children => [
	below.length > 0 && card({ title: "小於 0 的現金與存款" }, belowZeroWords(below)),
	parents.length > 0 &&
		card(
			{ title: "要轉到子目的餘額", flush: true },
			items(
				parents.map(({ id, code, name, held }) => ({
					title: `${code} ${name}`,
					sub: mayPost
						? "開一張已填好的轉帳傳票，選子目後過帳"
						: "請會計在「財務 › 傳票」開一張轉帳傳票，把餘額轉到子目",
					end: holding(held, money(held)),
					href: mayPost ? `${paths.admin.ledger.voucherCreate()}?empty=${id}` : undefined,
				})),
			),
		),
];

const since = ({ code, at }: Finding, now: number): Children =>
	typeof at === "number" &&
	(code === "cron" || code === "backup" || code === "audit") &&
	html`<span class="soft">（最近一次：${ago(at, now)}）</span>`;

const sizesCard = ({ sizes, build }: Health): VNode =>
	card(
		{ title: "容量與版本" },
		facts([
			{ name: "資料庫", value: `${sizeWords(sizes.database)}（上限 10 GB）` },
			{ name: "搜尋索引", value: `${sizeWords(sizes.search)}（上限 10 GB）` },
			{ name: "私人檔案", value: sizeWords(sizes.privateFiles) },
			{ name: "官網檔案", value: sizeWords(sizes.publicFiles) },
			{ name: "程式版本", value: html`<code>${build}</code>` },
		]),
	);

const failed = ({ succeeded_at, failed_at }: CronTask): boolean => (failed_at ?? 0) > (succeeded_at ?? 0);

const taskColumns = (now: number): Column<CronTask>[] => [
	{ label: "工作", head: true, cell: ({ name }) => TASK_WORDS[name] ?? name },
	{
		label: "結果",
		sheet: "corner",
		nowrap: true,
		cell: (task) => status(failed(task) ? { word: "失敗", tone: "danger" } : { word: "完成", tone: "ok" }),
	},
	{ label: "最近執行", nowrap: true, cell: ({ ran_at }) => ago(ran_at, now) },
	{
		label: "最近一次失敗",
		sheet: "line",
		cell: ({ failed_at, error }) =>
			failed_at === null
				? html`<span class="soft">—</span>`
				: [ago(failed_at, now), html`<small><code>${error}</code></small>`],
	},
];

const KEY_WORDS: Record<string, string> = {
	SEALING_KEY: "加密個資、證明與各種密鑰",
	PASSWORD_PEPPER: "保護密碼",
	SESSION_KEY: "簽署登入狀態",
	LINK_KEY: "信件裡的一次性連結",
	PREVIEW_KEY: "草稿的預覽連結",
};

const keysCard = (keys: Health["keys"]): VNode =>
	card(
		{ title: "金鑰指紋" },
		html`<p class="soft">和保管在安全處的金鑰核對用；看得到指紋並不能得知金鑰。</p>`,
		facts(
			Object.entries(KEY_WORDS).map(([name, words]) => ({
				name: words,
				value: [
					(keys[name] ?? []).map((id, nth) => [html`<code>${id}</code>`, nth > 0 && "（舊）", " "]),
					html`<small class="soft">${name}</small>`,
				],
			})),
		),
	);
