import type { MovementRow } from "#db/money/bank-parts.ts";
import { leftOf } from "#domain/money/bank/matches.ts";
import { partsIn, type ShownPart } from "#domain/money/bank/parts.ts";
import { sumThatFits } from "#domain/money/bank/sums.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox, checkboxes } from "#ui/choices.ts";
import { fold } from "#ui/disclosure.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { figure, money } from "#ui/money.ts";
import { type LinePage, type Refused, stateOf } from "./line-shown.ts";
import { partWords, recordWords } from "./suggestion.ts";

const { bank, payments } = paths.admin;

/** Draws the parts that explain a bank line, each with the way to take it back; null when there are none. */
export function explainedCard(of: LinePage): VNode | null {
	const { line, known } = of;
	const parts = partsIn(line.parts);
	if (parts.length === 0) return null;
	return card(
		{ title: line.status === "matched" ? "對上的款項" : "已對上的部分", count: parts.length, flush: true },
		items(
			parts.map((part) => ({
				title: partWords(part, known.seesBooks),
				sub: [
					`${part.amount < 0 ? "支出" : "存入"} ${figure(Math.abs(part.amount))} 元`,
					part.by && `由${part.by}核對`,
					part.isTie === 1 && "早已入帳，對上時沒有再入帳",
				]
					.filter(Boolean)
					.join("　"),
				side: takeBack(of, part),
			})),
		),
		line.status !== "matched" &&
			html`<div class="card-body"><p>尚餘 <b>${money(leftOf(line))}</b> 沒有對上。</p></div>`,
	);
}

function takeBack({ line, mayMatch, mayReverse }: LinePage, part: ShownPart): Children {
	const about = part.number ?? `${part.kind} ${part.record}`;
	if (part.isOwn === 1)
		return form(
			{ action: bank.suspenseEnd(line.id), state: freshForm({}, `own${part.id}`), version: line.version },
			button({ label: "沖銷傳票", about, icon: "undo", size: "s", busy: "處理中..." }),
		);
	if (part.isTie === 1)
		return (
			mayMatch &&
			form(
				{ action: bank.tieEnd(line.id), state: freshForm({}, `part${part.id}`), version: line.version },
				html`<input type="hidden" name="part" value=${String(part.id)} />`,
				button({ label: "解除配對", about, icon: "undo", size: "s", busy: "處理中..." }),
			)
		);
	if (part.kind === "payment" && mayReverse)
		return linkButton({ label: "沖銷這筆收款", icon: "undo", size: "s", href: payments.reversal(part.record) });
	return html`<small class="soft">沖銷那筆${part.kind === "income" ? "收入" : "收款"}，明細就回到待對帳</small>`;
}

const keyOf = ({ kind, id }: Pick<MovementRow, "kind" | "id">): string => `${kind}.${id}`;

/**
 * Draws the form that explains a line with several booked records, such as the eight payments of one 整批轉帳; a set
 * that sums to the line is ticked. False when there is no record near the line.
 */
export function partsCard({ line, movements }: LinePage, refused: Refused | undefined): VNode | false {
	if (movements.length === 0) return false;
	const left = leftOf(line);
	const guess = sumThatFits(left, line.booked_on, movements);
	const own = freshForm({
		parts: (guess?.records ?? []).map(keyOf),
		with_fee: guess && guess.fee > 0 ? "1" : "",
	});
	const state: FormState = refused?.form === "p" ? stateOf(refused, "p") : { ...own, prefix: "p" };
	const guessed = guess?.records.length ?? 0;
	return card(
		{ label: "對上帳上的數筆", flush: true },
		fold(
			{
				label: guessed > 0 ? `對上帳上的數筆：這 ${figure(guessed)} 筆合計相符` : "對上帳上的數筆",
				open: guessed > 0 || refused?.form === "p",
			},
			html`<p>
				${left < 0 ? "一次轉出多筆付款" : "一次存入多筆收款"}，或一筆款項分成幾次入帳時使用。款項依勾選的順序用到 ${money(left)} 為止；用不完的留給下一筆明細。
			</p>`,
			form(
				{ action: bank.parts(line.id), state, version: line.version },
				checkboxes({
					name: "parts",
					label: "帳上還沒有對上明細的款項",
					state,
					options: movements.map((one) => ({
						value: keyOf(one),
						label: `${dayText(one.day)}　${figure(one.left)} 元　${recordWords({ ...one, record: one.id })}`,
						hint: one.left === one.amount ? undefined : `原 ${figure(one.amount)} 元，其餘已對上別的明細`,
					})),
				}),
				checkbox({
					name: "with_fee",
					label: "差額是手續費，一併入帳",
					state,
					hint: guess && guess.fee > 0 ? `差 ${figure(guess.fee)} 元。` : undefined,
				}),
				html`<div class="row form-end">${button({ label: "對上所選的", icon: "check", busy: "處理中..." })}</div>`,
			),
		),
	);
}
