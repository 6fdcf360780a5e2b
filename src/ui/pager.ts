import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { figure } from "./money.ts";
import { type Here, pageHref } from "./url-state.ts";

export type Pager = {
	here: Here;
	page: number;
	/** The number of rows of a full page. */
	size: number;
	total: number;
	/** The words for `total`, where it is not told exactly. */
	told?: string | undefined;
	/** The unit of the rows, a measure word such as 位, 筆, 張. */
	unit: string;
};

/** Returns the page numbers to show: the first, the last, the present page and its neighbours; 0 stands for a gap. */
export function pagesShown(page: number, pages: number): number[] {
	const near = [1, page - 1, page, page + 1, pages].filter((one) => one >= 1 && one <= pages);
	const shown = [...new Set(near)].sort((a, b) => a - b);
	return shown.flatMap((one, at) => {
		const missed = one - (shown[at - 1] ?? 0) - 1;
		if (missed === 1) return [one - 1, one];
		return missed > 1 ? [0, one] : [one];
	});
}

const step = ({
	here,
	page,
	label,
	name,
}: {
	here: Here;
	page: number | null;
	label: string;
	name: "left" | "right";
}): Children =>
	page !== null &&
	html`<a class="btn s" href=${pageHref(here, page)}>${icon(name)}<span class="sr">${label}</span></a>`;

/** Draws which rows of a list are shown and links to its other pages; null for an empty list. */
export function pager({ here, page, size, total, told = figure(total), unit }: Pager): VNode | null {
	if (total === 0) return null;
	const pages = Math.ceil(total / size);
	const [first, last] = [(page - 1) * size + 1, Math.min(page * size, total)];
	return html`<nav class="pager" aria-label="頁碼">
		<p>${pages === 1 ? `共 ${told} ${unit}` : `第 ${figure(first)} 至 ${figure(last)} ${unit}，共 ${told} ${unit}`}</p>
		${
			pages > 1 && [
				step({ here, page: page > 1 ? page - 1 : null, label: "上一頁", name: "left" }),
				pagesShown(page, pages).map((one) =>
					one === 0
						? html`<span class="soft" aria-hidden="true">...</span>`
						: html`<a class="btn s" href=${pageHref(here, one)} aria-current=${one === page ? "page" : undefined}><span class="sr">第</span>${one}<span class="sr">頁</span></a>`,
				),
				step({ here, page: page < pages ? page + 1 : null, label: "下一頁", name: "right" }),
			]
		}
	</nav>`;
}
