import type { sealOn } from "#domain/money/receipts/print.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { printButton } from "#ui/print-button.ts";

/** The association's details on a printed document. */
export type Association = { name: string; address: string; tax_id: string; registration_no: string };

/** The head and foot of a document; `seal` is its place, or the picture, of the association's seal 圖記. */
type Head = {
	association: Association;
	title: string;
	beside: Children;
	signers: readonly string[];
	seal: Seal;
};
export type Seal = ReturnType<typeof sealOn>;

/** Draws an A4 document with the association's name, a title, its number and day, and lines for signatures below. */
export const paper = (
	{ association, title, beside, signers, seal }: Head,
	...children: Children[]
): VNode => html`<section class="paper" aria-label=${title}>
	<div class="paper-head titled">
		<p>${association.name}</p>
		<h2>${title}</h2>
		<p>${beside}</p>
	</div>
	<div class="stack loose">
		<div class="stack">${children}</div>
		<table>
			<tbody>
				<tr>
					${signers.map((role) => [html`<th scope="row" class="c-tiny">${role}</th>`, html`<td class="c-sign"></td>`])}
				</tr>
			</tbody>
		</table>
	</div>
	${seal.hasSealPlace && html`<p class="paper-seal">圖記</p>`}
	${seal.sealId !== undefined && html`<p class="paper-seal picture"><img src=${paths.account.seal(seal.sealId)} alt="圖記" /></p>`}
	<p class="paper-foot">${[association.registration_no, association.tax_id && `統一編號 ${association.tax_id}`, association.address].filter(Boolean).join("　")}</p>
</section>`;

/** Draws the sheets of a print below a card with their options and the print button. */
export const papersOf = (options: Children, ...sheets: VNode[]): VNode => html`<div class="prints">
	<div class="no-print">
		${card(
			{ label: "列印選項" },
			options,
			html`<div class="row form-end">
				${printButton()}
				<span class="soft small">也可以用瀏覽器的列印（Ctrl+P），紙張選 A4。</span>
			</div>`,
		)}
	</div>
	<div class="papers" tabindex="0" role="region" aria-label="預覽">${sheets}</div>
</div>`;
