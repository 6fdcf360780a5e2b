import { offered } from "#admin/people/index.ts";
import type { PayerRow } from "#db/money/bank-payers.ts";
import { MatchForm } from "#domain/money/bank/form.ts";
import { leftOf, paidOf } from "#domain/money/bank/matches.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkboxes, segment } from "#ui/choices.ts";
import { fold } from "#ui/disclosure.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import { items } from "#ui/items.ts";
import { figure, money } from "#ui/money.ts";
import type { LinePage, Refused } from "./line-shown.ts";

const { bank } = paths.admin;
const asked = fieldsOf(MatchForm);

/**
 * Draws the manual ways to use a bank line: search for the payer or, once a payer is chosen, choose the dues that the
 * line pays; and record all of it as a donation.
 */
export const manualCards = (of: LinePage, refused: Refused | undefined): VNode => html`<div class="cols two">
	${of.payer ? duesCard(of, of.payer, refused) : searchCard(of)}
	${card({ label: "捐款", flush: true }, fold({ label: "整筆收為捐款" }, donationForm(of)))}
</div>`;

function searchCard({ line, search }: LinePage): VNode {
	const state = freshForm({ q: search.q }, "q");
	return card(
		{ title: "找會員，收為會費" },
		part(
			{ name: "search-picks", props: { label: "繳款的會員" } },
			html`<form class="row" method="get" action=${bank.line(line.id)} role="search" aria-label="找會員">
				${field({ name: "q", label: "搜尋會員", hideLabel: true, state, type: "search", placeholder: "姓名、編號、手機" })} ${button({ label: "搜尋" })}
			</form>`,
		),
		search.q !== "" && search.found.length === 0 && html`<p class="soft">找不到「${search.q}」。</p>`,
		search.found.length > 0 &&
			items(
				search.found.map((one) => ({
					href: payerHref(line.id, one.id),
					title: one.name,
					sub: payerFacts(one),
					end: one.owed > 0 ? money(one.owed) : html`<span class="soft">沒有未繳</span>`,
				})),
			),
	);
}

export const payerHref = (line: number, member: number | string): string => `${bank.line(line)}?member=${member}`;
const payerFacts = ({ member_no, guardian_name }: PayerRow): string =>
	[member_no ?? "還沒有編號", guardian_name && `監護人 ${guardian_name}`].filter(Boolean).join("　");

/** Returns the payers found for a line as the field offers them; `hrefOf` leads on with one of them. */
export const offeredPayers = ({ q, found }: LinePage["search"], hrefOf: (member: string) => string) =>
	offered(
		q,
		found.map((one) => ({
			value: String(one.id),
			label: one.name,
			sub: payerFacts(one),
			end: one.owed > 0 ? money(one.owed) : "沒有未繳",
		})),
		hrefOf,
	);

type Payer = NonNullable<LinePage["payer"]>;

function duesCard({ line, key }: LinePage, { id, name, owed }: Payer, refused: Refused | undefined): VNode {
	const paid = paidOf(line);
	const own = freshForm({
		items: owed.map((item) => String(item.id)),
		payer_title: name,
		receipt_split: "one",
		rest: "credit",
		fee: String(line.fee_amount),
	});
	const state: FormState = refused?.form === "m" ? { ...refused.state, problem: undefined } : own;
	return card(
		{ title: `收為${name}的會費`, link: { href: bank.line(line.id), label: "換一位" } },
		html`<p>存入 ${money(leftOf(line))}${paid > leftOf(line) && `，繳款 ${money(paid)}`}。依勾選的順序沖抵，不足的成為部分繳納。</p>`,
		form(
			{ action: `${bank.match(line.id)}?member=${id}`, state: { ...state, prefix: "m" }, key, version: line.version },
			html`<input type="hidden" name="payer" value=${String(id)} />`,
			owed.length > 0
				? checkboxes({
						name: "items",
						label: "要繳的會費",
						state,
						options: owed.map((item) => ({
							value: String(item.id),
							label: `${item.name}　${duesLabel(item)}　${figure(item.due)} 元`,
							hint: item.is_claimed === 1 ? "有一筆待核對的收款也要繳這一項" : undefined,
						})),
					})
				: html`<p class="soft">這一家沒有未繳的會費；這筆款項會成為溢繳款或捐款。</p>`,
			segment({
				name: "rest",
				label: "多出的金額",
				state,
				options: [
					{ value: "credit", label: "溢繳款" },
					{ value: "donation", label: "捐款" },
					...(line.is_suspense === 0 && line.account_kind === "bank"
						? [{ value: "leave", label: "留在這筆明細" }]
						: []),
				],
			}),
			asked({ name: "payer_title", label: "收據抬頭", state, required: true }),
			segment({
				name: "receipt_split",
				label: "收據",
				state,
				options: [
					{ value: "one", label: "合併開一張" },
					{ value: "per_member", label: "每位會員一張" },
				],
			}),
			line.account_kind === "postal" &&
				asked({
					name: "fee",
					label: "劃撥手續費",
					state,
					type: "number",
					narrow: true,
					unit: "元",
					hint: "從繳款金額扣掉的；帳上分開記。",
				}),
			html`<div class="row form-end">
				${button({ label: "核對並開立收據", icon: "check", tone: "primary", busy: "核對中..." })}
			</div>`,
		),
	);
}

/** Draws the form that books the whole line as a donation of a payer without a record. */
export const donationForm = ({ line, key, to }: LinePage): VNode => {
	const state = freshForm({ payer_title: "善心人士" }, "d");
	return form(
		{ action: to(bank.match(line.id)), state, key: `${key}-d`, version: line.version },
		html`<p>整筆 ${money(paidOf(line))} 入帳為捐款，開立捐款收據。會員的捐款請先找到會員。</p>`,
		asked({ name: "payer_title", label: "收據抬頭", state, required: true }),
		html`<div class="row form-end">${button({ label: "入帳為捐款", icon: "check", busy: "處理中..." })}</div>`,
	);
};
