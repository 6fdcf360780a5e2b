import type { MailingRow } from "#db/office/announcement-mailings.ts";
import { paths } from "#http/paths.ts";
import { bar } from "#ui/bar.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { moment } from "#ui/time.ts";
import { flowHref } from "./flow.ts";
import type { Mailing } from "./mailing.ts";
import { MAILING_LOOKS } from "./words.ts";

const { announcements } = paths.admin;

/** Draws what became of an announcement: who opened its page, and each round of its mails. */
export const resultCards = (of: Mailing): Children => [readCard(of), mailCard(of), lineCard(of)];

/** Draws how many accounts of the audience have read the announcement: 已讀 34／120. */
function readCard({ share: { reached, read } }: Mailing): VNode {
	if (reached === 0) return card({ title: "網頁" }, html`<p class="small soft">對象裡還沒有能登入的帳號。</p>`);
	return card(
		{ title: "網頁" },
		html`<p><b>${figure(read)}</b>／${figure(reached)} 個帳號已讀（${Math.round((read / reached) * 100)}%），${figure(reached - read)} 個還沒看。</p>`,
		bar({ parts: [{ label: "已讀", value: read }], of: reached }),
		html`<p class="hint">打開過這則公告的就算已讀；只計算能登入的帳號，含代為照顧的監護人。</p>`,
	);
}

const SCOPES: Record<MailingRow["scope"], string> = {
	all: "寄給全部",
	missing: "寄給還沒寄過的",
	unread: "再寄給沒看的",
};

/** A round that was taken back before it began is none. */
const hasBegun = ({ state, sent, waiting, failed, no_address, unsubscribed, held }: MailingRow): boolean =>
	state !== "stopped" || sent + waiting + failed + no_address + unsubscribed + held > 0;

function mailCard({ row, mailings }: Mailing): VNode {
	const rounds = mailings.filter(hasBegun);
	if (rounds.length === 0) return card({ title: "電子郵件" }, html`<p class="small">還沒有寄過。</p>`);
	return card(
		{
			title: "電子郵件",
			link: { href: announcements.step(row.id, "receivers"), label: "寄送紀錄" },
		},
		rounds.map((one) => round(one)),
	);
}

const round = (of: MailingRow): Children => [
	html`<p class="row small">
		<b>${SCOPES[of.scope]}</b> ${status(MAILING_LOOKS[of.state])}
		<span class="soft">${moment(of.asked_at)}由${of.asked_by ?? "系統"}安排${of.ended_at !== null && of.state === "done" && ["，", moment(of.ended_at), "寄完"]}</span>
	</p>`,
	facts(
		[
			{ name: "已寄出", many: of.sent, unit: "封" },
			{ name: "等候寄出", many: of.waiting, unit: "封" },
			{ name: "沒有寄到或退回", many: of.failed, unit: "封" },
			{ name: "沒有電子郵件", many: of.no_address, unit: "位" },
			{ name: "上次的信退回，沒寄", many: of.held, unit: "位" },
			{ name: "已取消訂閱", many: of.unsubscribed, unit: "位" },
		]
			.filter(({ many, name }) => many > 0 || name === "已寄出")
			.map(({ name, many, unit }) => ({ name, value: `${figure(many)} ${unit}` })),
	),
];

const lineCard = ({ row }: Mailing): VNode =>
	card(
		{ title: "LINE" },
		html`<p class="small">要貼到 LINE 的文字在<a href=${flowHref(row.id, "channels")}>管道</a>。貼了之後有誰看，系統不會知道。</p>`,
	);
