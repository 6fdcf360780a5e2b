import type { FinanceFileRow } from "#db/books/finance.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { sizeWords } from "#ui/file-size.ts";
import { html, type VNode } from "#ui/html.ts";
import type { FinanceShow } from "./shown.ts";

const { finance } = paths.admin;

const isPicture = ({ content_type }: FinanceFileRow): boolean => content_type.startsWith("image/");

/**
 * Draws the attachments (憑證) of a request that is being decided: their names, and one of them large. Only that one is
 * fetched, because the audit log notes who opened which file. Null for a request without any.
 */
export function vouchersCard(of: FinanceShow): VNode | null {
	const { document, files } = of;
	const now = files.find(({ file_id }) => file_id === of.file) ?? files.find(isPicture) ?? files[0];
	if (!now) return null;
	const href = (file: FinanceFileRow): string => finance.attachment(document.id, file.file_id);
	return card(
		{ title: "憑證", count: files.length, flush: true, id: "vouchers" },
		html`<ul class="voucher-names">
			${files.map(
				(file) => html`<li>
					<a
						href=${`${finance.show(document.id)}?file=${file.file_id}#vouchers`}
						aria-current=${file === now ? "true" : undefined}
						data-voucher=${href(file)}
						data-picture=${isPicture(file) ? file.filename : undefined}
						>${file.filename} <small class="soft">${sizeWords(file.size)}</small></a
					>
				</li>`,
			)}
		</ul>`,
		html`<div class="voucher-stage" tabindex="0" role="region" aria-label="憑證的內容" data-stage="" data-zoom="1">
			${isPicture(now) ? html`<img src=${href(now)} alt=${now.filename} />` : notShown(href(now))}
		</div>`,
		html`<div class="row voucher-acts">
			${button({ label: "縮小", icon: "minus", square: true, size: "s", type: "button", data: { zoom: "out" } })}
			${button({ label: "放大", icon: "plus", square: true, size: "s", type: "button", data: { zoom: "in" } })}
			<a class="small" href=${href(now)} target="_blank" rel="noopener" data-alone="">另開這一張</a>
		</div>`,
		document.no_attachment_reason !== null &&
			html`<p class="card-foot">沒有憑證的原因：${document.no_attachment_reason}</p>`,
	);
}

/**
 * Draws the link in place of a file that is no picture. A PDF may hold scripts, so it is answered in a sandbox, in which
 * browsers do not start their viewer, and as a download.
 */
const notShown = (href: string): VNode => html`<p class="voucher-file" data-file="">
	${linkButton({ label: "下載後打開", icon: "download", href })}
	<small class="soft">PDF 等檔案不在頁面裡顯示，以免檔案裡的程式執行。</small>
</p>`;
