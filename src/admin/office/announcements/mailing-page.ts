import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import type { MailingRow } from "#db/office/announcement-mailings.ts";
import type { ReceiverCounts } from "#db/office/announcement-receivers.ts";
import { audienceWords, mayWriteFor, type NamedAudience } from "#domain/office/announcements/audience.ts";
import type { Rendered } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import type { Permission } from "#permissions.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { choices } from "#ui/choices.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { ANNOUNCEMENT_CRUMBS } from "./list.ts";
import { MAILING_LOOKS, standingOf } from "./words.ts";

const { announcements } = paths.admin;

export type Mailing = {
	row: EditedAnnouncementRow;
	named: readonly NamedAudience[];
	/** The numbers of recipients in the whole audience. */
	all: ReceiverCounts;
	/** The numbers of recipients to whom no earlier mailing went. */
	missing: ReceiverCounts;
	mailings: MailingRow[];
	sample: Rendered | undefined;
	/** Whether the system is set up to send mail. */
	isSetUp: boolean;
	may: ReadonlySet<Permission>;
	at: number;
	key: string;
};

/**
 * Draws the page 寄送公告: how many people get the mail and who does not, the mail's text, and the send button; while a
 * mailing is under way, that mailing instead of the button.
 */
export function mailingPage(of: Mailing, state: FormState): Page {
	const { row, named, mailings, isSetUp, at } = of;
	const [newest] = mailings;
	const isUnderWay = newest?.state === "waiting" || newest?.state === "sending";
	return {
		title: "寄送公告",
		name: `寄送：${row.title}`,
		area: "公告",
		crumbs: [...ANNOUNCEMENT_CRUMBS, { label: row.title, href: announcements.show(row.id) }],
		lead: `對象：${audienceWords(row.audience, named)}。`,
		slim: true,
		body: html`<div class="stack">
			${!isSetUp && notice({ tone: "warn", title: "寄信還沒有設定好" }, "可以先安排，信會留著，等系統管理員設定好寄信服務後寄出。")}
			${isUnderWay && newest ? underWay(of, newest, state) : asking(of, state)}
			${standingOf(row, at) !== "closed" && letter(of)}
		</div>`,
	};
}

function underWay({ row, may }: Mailing, newest: MailingRow, state: FormState): VNode {
	const gone = newest.sent + newest.failed;
	return card(
		{ title: "這一次寄送", beside: status(MAILING_LOOKS[newest.state]) },
		newest.state === "waiting"
			? html`<p>公告開始後，系統會在幾分鐘內分批寄出。</p>`
			: html`<p>系統每分鐘寄出一批，目前 ${figure(gone)} 封已處理、${figure(newest.waiting)} 封等候寄出。</p>`,
		mayWriteFor(may, row.audience) &&
			form({
				action: announcements.step(row.id, "mailing-stop"),
				state,
				submit: "停止寄送",
				busy: "處理中...",
				danger: true,
				cancel: announcements.show(row.id),
			}),
		html`<p class="hint">停止後，還沒寄的不再寄出；已經寄出的收不回來。</p>`,
	);
}

const people = ({ mailed, no_address, unsubscribed }: ReceiverCounts): VNode =>
	facts([
		{ name: "會收到", value: `${figure(mailed)} 位` },
		{ name: "沒有電子郵件", value: `${figure(no_address)} 位` },
		{ name: "已取消訂閱", value: `${figure(unsubscribed)} 位` },
	]);

function asking(of: Mailing, state: FormState): VNode {
	const { row, all, missing, mailings, at, key, may } = of;
	const standing = standingOf(row, at);
	const wasMailed = mailings.some(({ sent, waiting, failed }) => sent + waiting + failed > 0);
	if (standing === "closed" || !mayWriteFor(may, row.audience))
		return notice(
			{ tone: "info" },
			standing === "closed" ? "公告已經結束，不能再寄。" : "公開的公告由有「發布公開公告」權限的人寄送。",
		);
	return card(
		{ title: "誰會收到" },
		people(all),
		html`<p class="hint">${
			row.audience.startsWith("staff:")
				? "寄到他們登入用的電子郵件，每人一封。"
				: "有帳號的寄到登入用的電子郵件，受監護的會員也寄給監護人；都沒有時寄到會員資料上的電子郵件。同一個信箱只寄一封。"
		}</p>`,
		wasMailed && notice({ tone: "warn", title: "這則公告寄過了" }, "修改內容不會自動再寄。要再寄時，請選擇寄給誰。"),
		all.mailed === 0
			? html`<p>${linkButton({ label: "回到公告", href: announcements.show(row.id) })}</p>`
			: form(
					{
						action: announcements.step(row.id, "mailing"),
						state,
						key,
						version: row.version,
						submit: standing === "open" ? "開始寄送" : "公告開始時寄出",
						busy: "安排中...",
						cancel: announcements.show(row.id),
						main: true,
					},
					wasMailed
						? choices({
								name: "scope",
								label: "寄給誰",
								state,
								options: [
									{
										value: "missing",
										label: `還沒寄過的 ${figure(missing.mailed)} 位`,
										sub: "後來才加入，或上次停止前還沒寄到的人",
									},
									{ value: "all", label: `全部 ${figure(all.mailed)} 位`, sub: "收過的人會再收到一封" },
								],
							})
						: html`<input type="hidden" name="scope" value="all" />`,
				),
		standing !== "open" && html`<p class="hint">公告還沒開始，到時才會寄；名單也是到時的名單。</p>`,
	);
}

const letter = ({ sample }: Mailing): VNode | undefined =>
	sample &&
	card(
		{ title: "信件內容" },
		html`<p><b>${sample.subject}</b></p>`,
		html`<p class="letter-text">${sample.text}</p>`,
		html`<p class="hint">圖片與附件不放在信裡，登入後才看得到。信尾有取消訂閱的連結。</p>`,
	);
