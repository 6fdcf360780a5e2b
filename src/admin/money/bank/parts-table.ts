import { MatchForm } from "#domain/money/bank/form.ts";
import { leftOf, paidOf } from "#domain/money/bank/matches.ts";
import { sumWords } from "#domain/money/bank/sum-words.ts";
import { sumThatFits } from "#domain/money/bank/sums.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { paths } from "#http/paths.ts";
import { readAmount, sumOf } from "#kernel/amounts.ts";
import { dayText } from "#kernel/written.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { checkbox, segment } from "#ui/choices.ts";
import { disclosure } from "#ui/disclosure.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { figure } from "#ui/money.ts";
import type { OpenRow } from "./desk.ts";
import { recordWords } from "./suggestion.ts";

/* The parts of an open row, each with the field of its amount, and their sum beside what the line has. */

const { bank } = paths.admin;
const asked = fieldsOf(MatchForm);
/** The most records that a row offers to add; the line's own page has all. */
const MOST_OFFERED = 20;

/** A part that is offered: its value in the form, what it is for, whose it is, and the amount that is filled in. */
type Offered = { value: string; what: string; who: string; amount: number };

type Own = { primary: boolean; state: FormState | undefined };
type Payer = NonNullable<OpenRow["payer"]>;

/** Returns the words of a button, with its key where Enter presses it. */
const enter = (words: string, isPrimary: boolean): string | VNode =>
	isPrimary ? html`<span>${words} <kbd>Enter</kbd></span>` : words;

/** Draws the form that divides a line over the dues of a family, a donation and credit. */
export function duesParts(of: OpenRow, payer: Payer, { primary, state }: Own): VNode {
	const { line, key, to } = of;
	const paid = paidOf(line);
	const parts = typedOver(dividedOver(of, payer), state);
	const own = state ?? freshForm({ payer_title: payer.name, receipt_split: "one" });
	const named = { ...own, prefix: "m" };
	return form(
		{
			action: to(bank.match(line.id)),
			state: { values: own.values, errors: {}, prefix: "m" },
			key,
			version: line.version,
		},
		html`<input type="hidden" name="payer" value=${String(payer.id)} />`,
		partsTable(parts, { left: paid, more: "加一部分" }),
		disclosure(
			{ label: "收據抬頭" },
			asked({ name: "payer_title", label: "收據抬頭", state: named, required: true }),
			segment({
				name: "receipt_split",
				label: "收據",
				state: named,
				options: [
					{ value: "one", label: "合併開一張" },
					{ value: "per_member", label: "每位會員一張" },
				],
			}),
		),
		html`<div class="part-end">
			${button({ label: enter("對上，開立收據", primary), size: "s", tone: primary ? "primary" : "plain", busy: "核對中..." })}
		</div>`,
	);
}

/**
 * Returns the parts that are filled in: the suggested dues, or all open ones, in their order, and the rest as a donation
 * where the bank's text says so, else as credit.
 */
function dividedOver({ line, items, payer: chosen }: OpenRow, { name, owed }: Payer): Offered[] {
	let left = paidOf(line);
	const take = (most: number): number => {
		const amount = Math.min(left, most);
		left -= amount;
		return amount;
	};
	const isWanted = (id: number): boolean => (items.length > 0 && !chosen ? items.includes(id) : true);
	const dues = owed.map((item) => ({
		value: `dues.${item.id}`,
		what: `${duesLabel(item)}${item.is_claimed === 1 ? "（有一筆待核對的收款也要繳）" : ""}`,
		who: item.name,
		amount: isWanted(item.id) ? take(item.due) : 0,
	}));
	const isGift = line.memo.includes("捐");
	return [
		...dues,
		{ value: "donation", what: "捐款", who: name, amount: isGift ? left : 0 },
		{ value: "credit", what: "溢繳款", who: name, amount: isGift ? 0 : left },
	];
}

/** Returns the booked records that together are the line; undefined when no set fits. */
export const recordsThatFit = ({ line, movements }: OpenRow): ReturnType<typeof sumThatFits> =>
	sumThatFits(leftOf(line), line.booked_on, movements);

/** Draws the form that explains a line with booked records; a set that sums to the line is filled in. */
export function recordParts(of: OpenRow, fits: ReturnType<typeof recordsThatFit>, { primary, state }: Own): VNode {
	const { line, movements, to } = of;
	const keys = new Set((fits?.records ?? []).map(({ kind, id }) => `${kind}.${id}`));
	const isFitting = ({ kind, id }: { kind: string; id: number }): boolean => keys.has(`${kind}.${id}`);
	const near = movements.filter((one) => !isFitting(one)).slice(0, MOST_OFFERED);
	const parts = [...movements.filter(isFitting), ...near].map((one) => ({
		value: `${one.kind}.${one.id}`,
		what: recordWords({ ...one, record: one.id }),
		who: `${dayText(one.day)}　${figure(one.left)}`,
		amount: isFitting(one) ? Math.abs(one.left) : 0,
	}));
	const fee = fits?.fee ?? 0;
	const own = state ?? freshForm({ with_fee: fee > 0 ? "1" : "" });
	return form(
		{ action: to(bank.parts(line.id)), state: { values: own.values, errors: {}, prefix: "p" }, version: line.version },
		partsTable(typedOver(parts, state), {
			left: Math.abs(leftOf(line)) + fee,
			more: fits ? "加一部分" : "對上帳上的款項",
		}),
		fee > 0 &&
			checkbox({ name: "with_fee", label: `差額 ${figure(fee)} 元是手續費，一併入帳`, state: { ...own, prefix: "p" } }),
		html`<div class="part-end">
			${button({ label: fits ? enter(`對上這 ${figure(fits.records.length)} 筆`, primary) : "對上所填的", size: "s", tone: primary && fits ? "primary" : "plain", busy: "核對中..." })}
		</div>`,
	);
}

/** Returns the parts with what was typed into a form that was refused. */
function typedOver(parts: readonly Offered[], state: FormState | undefined): Filled[] {
	if (!state) return [...parts];
	const [names, amounts] = [state.values.parts ?? [], state.values.amounts ?? []].map((one) => [one].flat());
	const typed = new Map(names?.map((name, at) => [name, amounts?.[at] ?? ""]));
	return parts.map((one) => ({ ...one, typed: typed.get(one.value) ?? "" }));
}

type Filled = Offered & { typed?: string };
const textOf = ({ amount, typed }: Filled): string => typed ?? (amount === 0 ? "" : figure(amount));
const amountOf = (one: Filled): number => readAmount(textOf(one)) ?? 0;

/** Draws the parts: those that are filled in, then the others folded, then the sum beside what the line has. */
function partsTable(parts: readonly Filled[], { left, more }: { left: number; more: string }): VNode {
	const used = parts.filter((one) => textOf(one) !== "");
	const unused = parts.filter((one) => textOf(one) === "");
	const amounts = used.map(amountOf);
	return html`<div class="parts" data-parts=${String(left)}>
		${used.length > 0 && partRows(used)}
		${
			unused.length > 0 &&
			html`<details class="more-parts">
				<summary class="btn s quiet">${icon("plus")}${more}</summary>
				${partRows(unused)}
			</details>`
		}
		<p class="parts-sum"><span data-sum-words="" aria-live="polite">${sumWords(amounts, left)}</span><b data-sum="">${figure(sumOf(amounts.map((amount) => ({ amount }))))}</b></p>
	</div>`;
}

const partRows = (rows: readonly Filled[]): VNode => html`<table class="table">
	<thead>
		<tr><th scope="col">用來</th><th scope="col">誰</th><th scope="col" class="num">金額（元）</th></tr>
	</thead>
	<tbody>${rows.map(partRow)}</tbody>
</table>`;

const partRow = (one: Filled): VNode => html`<tr>
	<td>${one.what}</td>
	<td>${one.who}</td>
	<td class="num">
		<input type="hidden" name="parts" value=${one.value} />
		<input class="input money" type="text" name="amounts" inputmode="numeric" autocomplete="off" value=${textOf(one)} aria-label=${`金額：${one.what} ${one.who}`} />
	</td>
</tr>`;
