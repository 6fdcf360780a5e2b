import type { DocumentRow } from "#db/books/finance.ts";
import { financeNumber } from "#domain/books/finance/labels.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { DOCUMENT_CRUMBS } from "./words.ts";

const { finance } = paths.admin;

/** Returns the page of a request's paper as it will be printed; `hint` stands beside the button that prints. */
export function paperPage(
	document: DocumentRow,
	{ name, hint, paper }: { name: string; hint: string; paper: VNode },
): Page {
	const number = financeNumber(document);
	return {
		title: `${name} ${number}`,
		area: "支出申請",
		crumbs: [...DOCUMENT_CRUMBS, { label: number, href: finance.show(document.id) }],
		sheets: ["prints", "finance"],
		body: html`<div class="prints">
			<div class="no-print">${card(
				{ label: "列印選項" },
				html`<div class="row">${printButton()}
				<span class="soft small">${hint}</span></div>`,
			)}</div>
			<div class="gluing-screen" tabindex="0" role="region" aria-label=${name}>${paper}</div>
		</div>`,
	};
}
