import { bar, legend } from "#ui/bar.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { chart } from "#ui/chart.ts";
import { copyList } from "#ui/copy.ts";
import { fold } from "#ui/disclosure.ts";
import { facts, funds, stat } from "#ui/facts.ts";
import { html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { money } from "#ui/money.ts";
import { pass } from "#ui/pass.ts";
import { progress } from "#ui/progress.ts";
import { status } from "#ui/status.ts";
import { strip, toolbar } from "#ui/strip.ts";
import { steps, thread } from "#ui/thread.ts";
import { moment } from "#ui/time.ts";
import { section } from "./section.ts";

const PARTS = [
	{ label: "有效", value: 241 },
	{ label: "寬限期", value: 30 },
	{ label: "待繳費", value: 14 },
	{ label: "未續繳", value: 19 },
];

const numbers = (): VNode =>
	section(
		{ title: "數字" },
		html`<div class="cols three">
			${card(
				{ title: "會員", level: 3, link: { href: "#main", label: "名冊" } },
				stat({ name: "有效會員", value: "241", words: "位，較上月多 6 位" }),
				bar({ parts: PARTS }),
				legend(PARTS.map(({ label, value }) => ({ label, value: String(value) }))),
			)}
			${card(
				{ title: "116 年會費", level: 3, link: { href: "#main", label: "應繳會費" } },
				stat({ name: "已收", value: "196,400", words: "元，應收 268,800 元" }),
				bar({ parts: [{ label: "已收", value: 196_400 }], of: 268_800 }),
				html`<p class="legend"><span>收繳率 <b>73%</b></span><span>未繳 <b>72,400</b> 元</span></p>`,
			)}
			${card(
				{ title: "資金餘額", level: 3 },
				funds([
					{ name: "銀行存款", value: "914,205" },
					{ name: "郵政劃撥儲金", value: "58,730" },
					{ name: "零用金", value: "11,500" },
					{ name: "準備基金", value: "450,000" },
				]),
			)}
		</div>`,
		card(
			{ title: "收入與支出", level: 3, beside: legend([{ label: "收入" }, { label: "支出" }, { label: "結餘" }]) },
			chart({
				title: "上半年收入與支出",
				summary: html`<span>上半年收入 402 千元、支出 377 千元，<b>結餘 25 千元</b>；三月收會費最多，六月因聚會支出最高。</span>`,
				labels: ["1月", "2月", "3月", "4月", "5月", "6月"],
				unit: "元",
				per: 1000,
				series: [
					{ name: "收入", values: [61_000, 84_000, 122_500, 48_200, 41_300, 45_000] },
					{ name: "支出", values: [52_000, 49_500, 70_000, 55_800, 47_600, 102_100] },
					{ name: "結餘", values: [9_000, 34_500, 52_500, -7_600, -6_300, -57_100] },
				],
			}),
		),
		card({ title: "匯入", level: 3 }, progress({ label: "匯入名冊", done: 186, of: 304 })),
	);

const AT = Date.UTC(2026, 10, 18, 6, 20);

const flow = (): VNode =>
	section(
		{ title: "線與圈", words: "一條線、一個圈：線連起人與事，圈是此刻所在。" },
		html`<div class="cols two">
			${card(
				{ title: "簽核流程", level: 3 },
				steps([
					{ title: "送出申請", state: "done", who: ["黎子軒　", moment(AT)] },
					{
						title: "出納退回補正",
						state: "done",
						who: ["賴佳琪　", moment(AT + 60_000_000)],
						comment: "收據少了統一編號，請店家補開。",
					},
					{
						title: "會計審核",
						state: "now",
						who: "等候您處理：鍾美雲",
						more: html`<span class="soft">職務代理人：蘇奕廷（11月21日起）</span>`,
					},
					{ title: "理事長核准", state: "todo", who: html`<span class="soft">王若涵</span>` },
				]),
			)}
			${card(
				{ title: "備忘錄", level: 3, count: 2 },
				thread([
					{
						text: "來電詢問能否與家人合併轉帳，已說明一筆可繳兩人。",
						by: "蘇奕廷",
						at: moment(AT),
						more: html`<a href="#main">更正</a>`,
					},
					{ text: "紙本會刊改寄台中的地址。", by: "賴佳琪", at: moment(AT - 900_000_000) },
				]),
			)}
		</div>`,
	);

const parts = (): VNode =>
	section(
		{ title: "資料與動作" },
		html`<div class="cols two">
			${card(
				{ title: "支出申請 F115-0207", level: 3, beside: status({ word: "待會計審核", tone: "warn" }) },
				facts([
					{ name: "申請人", value: "黎子軒（活動組）" },
					{ name: "實付金額", value: html`<b>${money(18_600)}</b>` },
					{ name: "受款人", value: "和平文具有限公司" },
					{ name: "附註", value: "" },
				]),
			)}
			${card(
				{ title: "等我處理", level: 3, count: 2, due: true, flush: true, foot: html`<a href="#main">開始核對</a>` },
				items([
					{ title: "何宗霖", href: "#main", sub: "轉帳　末五碼 61027", end: money(2_400), endSub: "今天 09:12" },
					{
						title: "方小滿",
						href: "#main",
						sub: "身障證明到期重新申請",
						side: status({ word: "審核中", tone: "info" }),
					},
				]),
			)}
			${pass({
				name: "方以晴",
				kind: "病友　個人會員",
				status: "有效",
				facts: [
					{ name: "會員編號", value: "M0312" },
					{ name: "有效期限", value: "2026年12月31日" },
				],
			})}
			${card(
				{ title: "匯款資料", level: 3 },
				copyList([
					{ name: "示範銀行　南門分行", text: "808-1122-334455" },
					{ name: "郵政劃撥", text: "1928 3746" },
				]),
			)}
		</div>`,
		card(
			{ flush: true, label: "設定的摺疊與工具列" },
			toolbar(
				{ label: "格式" },
				button({ label: "標題", size: "s", type: "button" }),
				button({ label: "清單", icon: "list", square: true, size: "s", type: "button" }),
				button({ label: "連結", icon: "link", square: true, size: "s", type: "button" }),
			),
			fold({ label: "發布", open: true }, html`<p class="small">11月23日上午 9 點出現在官網。</p>`),
			fold({ label: "搜尋引擎" }, html`<p class="small">標題不填則同文章標題。</p>`),
			strip(
				{ kind: "stick" },
				button({ label: "確認收款並開立收據", tone: "primary", icon: "check", type: "button" }),
				html`<span class="hint push">收據編號將是 會115-000419</span>`,
			),
		),
	);

/** Draws the samples of numbers, charts, flows, facts and lists of waiting work. */
export const figures = (): VNode[] => [numbers(), flow(), parts()];
