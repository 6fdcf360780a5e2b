/** 財務公告 and 捐款徵信: what the law and donors want to see, each at a place of its own, the newest year first. */
import { crumbs } from "./crumbs.ts";
import { yearInWords, yearOf } from "./dates.ts";
import { paper } from "./documents.ts";
import { html } from "./html.ts";
import { NOTICES, type NoticeKind } from "./kinds.ts";
import type { Asked, Outcome } from "./view.ts";

/** Makes the page of one kind. */
export const listNotices =
	(kind: NoticeKind) =>
	async ({ content, site }: Asked): Promise<Outcome> => {
		const { path, title, lead } = NOTICES[kind];
		const years = Map.groupBy(await content.documentsOf(kind), (one) => yearOf(one.published_at));
		return {
			title,
			description: lead,
			canonical: site.url + path,
			body: html`<div class="inner">${crumbs([["/documents", "文件"]])}<h1>${title}</h1>
<p class="lead">${lead}</p>
${years.size === 0 && html`<p class="empty">還沒有公告。公告後會出現在這裡。</p>`}
${[...years]
	.sort(([a], [b]) => b - a)
	.map(
		([year, all]) =>
			html`<section class="part"><h2>${yearInWords(year)}</h2><ul class="papers">${all.map((one) => paper(one, "h3"))}</ul></section>`,
	)}</div>`,
		};
	};
