import type { MediaMentions, MediaUseRow, OneMediaRow } from "#db/content/media.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { facts } from "#ui/facts.ts";
import { fileField } from "#ui/file-field.ts";
import { sizeWords } from "#ui/file-size.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { CRUMBS } from "./list-page.ts";
import { thumbnail } from "./thumbnail.ts";
import { ACCEPT, LIMITS } from "./upload-form.ts";
import { usesTable } from "./uses-part.ts";
import { pixelWords, typeWords } from "./words.ts";

const { media } = paths.admin;

const frame = (title: string, file: OneMediaRow, body: VNode): Page => ({
	title,
	area: "媒體庫",
	crumbs: [...CRUMBS, { label: file.filename, href: media.show(file.id) }],
	slim: true,
	sheets: ["media", "writing"],
	body,
});

const fileFacts = (file: OneMediaRow): VNode => html`<div class="media-fact">
	${thumbnail(file)}
	${facts([
		{ name: "檔名", value: file.filename },
		{
			name: "格式",
			value: [typeWords(file.content_type), pixelWords(file), sizeWords(file.size)].filter(Boolean).join("・"),
		},
	])}
</div>`;

/** Draws the page that says what changes when another file replaces this file, with the form for it. */
export function replacementPage(
	{ file, uses }: { file: OneMediaRow; uses: MediaUseRow[] },
	state: FormState = freshForm(),
): Page {
	const open = uses.filter(({ state }) => state === "published").length;
	return frame(
		"換成另一個檔案",
		file,
		html`<div class="stack loose">
			${notice(
				{ tone: open > 0 ? "warn" : "info", title: `${uses.length} 個內容會改用新的檔案` },
				open > 0 ? `其中 ${open} 個已公開，官網會立即更新。` : "其中沒有已公開的內容。",
				"內文、封面與附件會一起改，並各留一份版本紀錄。舊檔案留在媒體庫，之後可以刪除。",
			)}
			${card({ title: "會改變的內容", count: uses.length, flush: true }, usesTable(uses, noneYet({ title: "沒有內容使用", text: "新的檔案會直接加入媒體庫。" })))}
			${card({ title: "原來的檔案" }, fileFacts(file))}
			${card(
				{ title: "新的檔案" },
				form(
					{
						action: media.replacement(file.id),
						state,
						upload: true,
						submit: uses.length > 0 ? `換掉 ${uses.length} 處` : "上傳並取代",
						busy: "替換中...",
						cancel: media.show(file.id),
					},
					fileField({ name: "file", label: "選擇新的檔案", state, accept: ACCEPT, preview: true, hint: LIMITS }),
				),
			)}
		</div>`,
	);
}

/** Draws the page that says what is lost when a file is removed, or why the file cannot be removed. */
export function removalPage(
	{ file, uses, mentions }: { file: OneMediaRow; uses: MediaUseRow[]; mentions: MediaMentions },
	state: FormState = freshForm(),
): Page {
	if (uses.length > 0 || mentions.drafts > 0) return frame("刪除檔案", file, stillUsed(file, uses, state));
	return frame(
		"刪除檔案",
		file,
		card(
			{ label: "刪除檔案" },
			notice({ tone: "danger", title: "刪除後無法復原" }, "檔案會從媒體庫與儲存空間移除，網址不再有效。"),
			fileFacts(file),
			mentions.revisions > 0 &&
				notice(
					{ tone: "warn" },
					`${mentions.revisions} 份舊的版本紀錄提到這個檔案；之後還原那些版本時，它不會再出現。`,
				),
			form({
				action: media.removal(file.id),
				state,
				version: file.version,
				submit: "刪除檔案",
				busy: "刪除中...",
				danger: true,
				cancel: media.show(file.id),
			}),
		),
	);
}

const stillUsed = (file: OneMediaRow, uses: MediaUseRow[], state: FormState): VNode => html`<div class="stack loose">
	${notice(
		{ tone: "warn", title: "還不能刪除", role: state.problem ? "alert" : undefined },
		uses.length > 0
			? "下面的內容還在使用這個檔案，請先從內容中移除，或換成另一個檔案。"
			: "有人正在編輯的草稿用到這個檔案，等草稿儲存或捨棄後再刪除。",
	)}
	${uses.length > 0 && card({ title: "使用這個檔案的內容", count: uses.length, flush: true }, usesTable(uses, noneYet({ title: "沒有內容使用" })))}
	<p class="row">
		${uses.length > 0 && linkButton({ label: "換成另一個檔案", icon: "refresh", href: media.replacement(file.id) })}
		${linkButton({ label: "返回", href: media.show(file.id) })}
	</p>
</div>`;
