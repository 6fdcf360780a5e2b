import { encode } from "uqr";
import { byHousehold, placeOf } from "#admin/people/index.ts";
import type { SheetRow } from "#db/money/dues-notices.ts";
import type { ShownAccount } from "#db/money/own-dues.ts";
import { accountWords, linesOf, type NoticeItem, readItems, totalOf } from "#domain/money/dues-notices/sheet.ts";
import { rocWords } from "#kernel/calendar.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { amount, figure, money } from "#ui/money.ts";
import { phoneWords } from "#ui/phone.ts";

/** What all notices say. Days are YYYY-MM-DD; addresses of pages are complete URLs. */
export type Notices = {
	association: { name: string; address: string; phone: string; email: string };
	accounts: readonly ShownAccount[];
	/** The day by which to pay. */
	until: string;
	/** The day of the notice. */
	today: string;
	pay: string;
	activate: string;
	/** The activation codes by the id of the login. */
	codes: ReadonlyMap<number, string>;
	/** The last day on which the activation codes work. */
	codesUntil: string;
};

/** The most accounts for which a notice has room. */
const ACCOUNTS_SHOWN = 4;
const QUIET_MODULES = 2;

/** Draws a QR code once, as a symbol that all notices refer to. */
export function qrSymbol(id: string, text: string): VNode {
	const { data, size } = encode(text, { border: QUIET_MODULES });
	const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
	return html`<svg width="0" height="0" aria-hidden="true">
		<symbol id=${id} viewBox=${`0 0 ${size} ${size}`}><path d=${path} /></symbol>
	</svg>`;
}
const QR = { pay: "qr-pay", activate: "qr-activate" } as const;
export const qrSymbols = ({ pay, activate }: Notices): Children => [
	qrSymbol(QR.pay, pay),
	qrSymbol(QR.activate, activate),
];

const qr = (id: string): VNode => html`<svg class="qr" aria-hidden="true"><use href=${`#${id}`} /></svg>`;

/** Draws the notices, those of one household behind each other: they go in one envelope. */
export const noticeSheets = (rows: readonly SheetRow[], notices: Notices): VNode[] =>
	byHousehold(rows, (row) => row.guardian_name ?? row.name).map(({ letter, isMore }) =>
		noticeSheet(letter, { ...notices, isMore }),
	);

/**
 * Draws 會費繳納通知單: one sheet for a member, to be folded in three for a window envelope. `isMore`: it goes into the
 * envelope of the sheet before.
 */
function noticeSheet(row: SheetRow, { isMore, ...notices }: Notices & { isMore: boolean }): VNode {
	const { association, until, today, accounts } = notices;
	const items = readItems(row.items);
	return html`<section class="paper dues-notice" aria-label=${`${row.name}的會費繳納通知單`}>
		<div class="notice-third">
			<div class="notice-from">
				<p class="h2">${association.name}</p>
				<p>${association.address}</p>
				<p>${contact(association)}</p>
			</div>
			${isMore ? html`<address class="window"><span class="to">與前一張放入同一個信封</span></address>` : recipient(row)}
		</div>
		<div class="notice-body">
			<div class="paper-head">
				<p class="h2">會費繳納通知單</p>
				<p><span>會員 ${row.name}${row.member_no && `　編號 ${row.member_no}`}</span><span>中華民國${rocWords(today)}</span></p>
			</div>
			${itemsTable(items)}
			<p class="notice-sum">合計應繳 <b>${money(totalOf(items))}</b>，請在中華民國${rocWords(until)}以前繳納。</p>
			${
				accounts.length > 0 &&
				html`<div><p><b>繳費帳號</b></p>
					<ul>${accounts.slice(0, ACCOUNTS_SHOWN).map((one) => html`<li>${accountWords(one)}</li>`)}</ul></div>`
			}
			${online(row, notices)}
			<p class="notice-foot">轉帳後請上網登錄，或來電告知轉帳日期與帳號末五碼。已經繳費的，請不必理會這張通知單。</p>
		</div>
	</section>`;
}

const contact = ({ phone, email }: Notices["association"]): string =>
	[phone && `電話 ${phone}`, email].filter((part) => part !== "").join("　");

/** Draws the postal address for the envelope's window; it names the guardian when the member has one. */
function recipient(row: SheetRow): VNode {
	const place = placeOf(row);
	return html`<address class="window">
		<span class="zip">${row.postal_code ?? ""}</span>
		<span class="place">${place}</span>
		<span class="to"><b>${row.guardian_name ?? row.name}</b>　收</span>
		${row.guardian_name && html`<span>（會員 ${row.name}）</span>`}
	</address>`;
}

function itemsTable(items: readonly NoticeItem[]): VNode {
	const lines = linesOf(items);
	return html`<table>
		<thead><tr>
			<th scope="col">項目</th><th scope="col" class="c-sum">金額</th><th scope="col" class="c-sum">減免</th>
			<th scope="col" class="c-sum">已繳</th><th scope="col" class="c-sum">尚欠</th>
		</tr></thead>
		<tbody>
			${lines.map(
				({ label, base, discount, paid, left }) => html`<tr>
					<td>${label}</td><td class="c-sum">${figure(base)}</td>
					<td class="c-sum">${discount === 0 ? amount(0) : figure(-discount)}</td>
					<td class="c-sum">${paid === 0 ? amount(0) : figure(-paid)}</td><td class="c-sum"><b>${figure(left)}</b></td>
				</tr>`,
			)}
		</tbody>
	</table>`;
}

/**
 * Draws how to view and pay the dues online: with an activation code, how to set a password; otherwise how to sign in,
 * or to ask the association for an account.
 */
function online(row: SheetRow, { codes, codesUntil, pay, activate }: Notices): VNode {
	const code = row.login_id === null ? undefined : codes.get(row.login_id);
	if (code !== undefined)
		return html`<div class="notice-online">
			${qr(QR.activate)}
			<div>
				<p><b>用手機或電腦查詢與繳費</b></p>
				<ol>
					<li>掃描 QR 碼，或開啟 ${activate}</li>
					<li>輸入帳號 <b>${loginWords(row)}</b> 與啟用碼 <b class="notice-code">${code}</b></li>
					<li>設定自己的密碼後登入，就能看到應繳會費、登錄繳費與下載收據。</li>
				</ol>
				<p>啟用碼到${rocWords(codesUntil)}有效，限用一次，請不要告訴別人。</p>
			</div>
		</div>`;
	const hasLogin = row.login_status === "active";
	return html`<div class="notice-online">
		${qr(QR.pay)}
		<div>
			<p><b>用手機或電腦查詢與繳費</b></p>
			<p>掃描 QR 碼，或開啟 ${pay}</p>
			<p>${hasLogin ? `請用您的帳號 ${loginWords(row)} 登入。` : "還沒有會員帳號？請與協會聯絡，我們會幫您開通。"}</p>
		</div>
	</div>`;
}

const loginWords = ({ login_phone, login_email }: SheetRow): string =>
	login_phone ? phoneWords(login_phone) : (login_email ?? "");
