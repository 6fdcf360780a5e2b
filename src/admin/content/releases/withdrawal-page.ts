import { ReleaseWithdrawal } from "#domain/content/releases/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { RELEASE_CRUMBS } from "./list.ts";
import { picturesPart, type ReleaseView, usesTable } from "./show-page.ts";

const { releases } = paths.admin;
const field = fieldsOf(ReleaseWithdrawal);

/** Draws the page that asks before a release is withdrawn: every use of it, and what happens to each. */
export function withdrawalPage({ release, uses, pictures, opens }: ReleaseView, state: FormState): Page {
	const { id, name, version } = release;
	const open = uses.filter((use) => use.state === "published" || use.state === "scheduled");
	const closed = uses.filter((use) => !open.includes(use));
	return {
		title: `撤回同意：${name}`,
		name,
		area: "同意書",
		crumbs: [...RELEASE_CRUMBS, { label: name, href: releases.show(id) }],
		sheets: ["media", "writing"],
		body: html`<div class="stack loose">
			${consequences(open.length)}
			${card({ title: "會下架的內容", count: open.length, flush: true }, usesTable(open, opens))}
			${closed.length > 0 && card({ title: "沒有公開、之後也不能公開的內容", count: closed.length, flush: true }, usesTable(closed, opens))}
			${pictures.length > 0 && card({ title: "不能再公開的照片", count: pictures.length, flush: true }, picturesPart(pictures, opens))}
			${card(
				{ title: "撤回" },
				form(
					{
						action: releases.withdrawal(id),
						state,
						version,
						submit: open.length > 0 ? `撤回並下架 ${open.length} 處` : "撤回同意",
						busy: "撤回中...",
						danger: true,
						cancel: releases.show(id),
					},
					field({
						name: "reason",
						label: "誰、怎麼提出",
						state,
						type: "textarea",
						rows: 3,
						hint: "例如：本人 3 月 5 日來電要求。",
					}),
				),
			)}
		</div>`,
	};
}

const consequences = (open: number): VNode =>
	notice(
		{ tone: "danger", title: "撤回後不能復原" },
		open > 0
			? `下面 ${open} 處公開或排程的內容會立刻改回草稿，官網、訂閱與搜尋都不再有，照片的網址也打不開。`
			: "目前沒有公開的內容依這份同意書。",
		"只想換掉照片、保留其他內容：先到媒體庫用「換成另一個檔案」，再回來撤回。",
		"已經看過的人的瀏覽器、官網前面的快取，以及印好的會刊和社群貼文，要另外處理。",
	);
