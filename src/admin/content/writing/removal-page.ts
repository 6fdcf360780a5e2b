import type { TrashedRow } from "#db/content/trash.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { crumbsOf, type EditorNoun } from "./nouns.ts";

/** Draws the page 永久刪除: what is deleted with a text from the trash, and what stays. */
export function removeTextPage(
	noun: EditorNoun,
	{ id, text }: { id: number; text: TrashedRow },
	state: FormState,
): Page {
	const { word, unit, places } = noun;
	const earlier = text.revisions > 0 ? `、${figure(text.revisions)} 個版本` : "";
	return {
		title: `永久刪除「${text.title}」`,
		area: word,
		crumbs: [...crumbsOf(noun), { label: text.title, href: places.show(id) }],
		slim: true,
		body: card(
			{ label: "永久刪除" },
			notice(
				{ tone: "danger", title: "刪除後無法復原" },
				`這${unit}${word}的文字${earlier}與還沒有儲存的修改都會刪除，舊網址也不再轉址。`,
			),
			html`<p>圖片與附件留在媒體庫，可以另外刪除。稽核紀錄會留下刪除的人、時間與網址。</p>`,
			form({
				action: places.removal(id),
				state,
				version: text.version,
				submit: "永久刪除",
				busy: "刪除中...",
				danger: true,
				cancel: places.show(id),
			}),
		),
	};
}
