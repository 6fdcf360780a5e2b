import type { MediaUseRow, OneMediaRow } from "#db/content/media.ts";
import { fileUrl } from "#domain/content/content/files.ts";
import { AltInput } from "#domain/content/media/schema.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { againstStored, typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { copyList } from "#ui/copy.ts";
import { noneYet } from "#ui/empty.ts";
import { facts } from "#ui/facts.ts";
import { field } from "#ui/field.ts";
import { sizeWords } from "#ui/file-size.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import type { Page } from "#ui/page.ts";
import { ago } from "#ui/time.ts";
import { CRUMBS } from "./list-page.ts";
import { releasesCard, type Tied } from "./releases-card.ts";
import { preview, small } from "./thumbnail.ts";
import { usesTable } from "./uses-part.ts";
import { isPicture, pixelWords, typeWords } from "./words.ts";

const { media } = paths.admin;

export type MediaView = { file: OneMediaRow; uses: MediaUseRow[]; tied: Tied | null; at: number };

/** Draws the page of a media file: its type, its description and the texts that use it. */
export function mediaPage({ file, uses, tied, at }: MediaView, sent?: FormState): Page {
	return {
		title: file.filename,
		area: "媒體庫",
		crumbs: CRUMBS,
		lead: [typeWords(file.content_type), pixelWords(file), sizeWords(file.size)].filter(Boolean).join("・"),
		actions: [
			linkButton({ label: "換成另一個檔案", icon: "refresh", href: media.replacement(file.id) }),
			linkButton({ label: "刪除檔案...", icon: "trash", href: media.removal(file.id) }),
		],
		sheets: ["media", "writing"],
		body: html`<div class="split">
			<div class="stack">
				${isPicture(file) && card({ label: "預覽" }, preview(file))}
				${card(
					{ title: "使用這個檔案的內容", count: uses.length, flush: true },
					usesTable(
						uses,
						noneYet({ title: "沒有內容使用", text: "在文章或單頁的編輯畫面，可以從媒體庫選擇這個檔案。" }),
					),
				)}
			</div>
			<div class="stack">${isPicture(file) && saidCard(file, sent)} ${tied && isPicture(file) && releasesCard(file, tied, at)} ${addressCard(file)} ${factsCard(file, at)}</div>
		</div>`,
	};
}

function saidCard(file: OneMediaRow, sent: FormState = freshForm(saidOf(file))): VNode {
	const { version } = file;
	const theirs = saidOf(file);
	const fields = [
		{ field: "alt", label: "替代文字", mine: typed(sent, "alt"), theirs: theirs.alt },
		{ field: "focal_x", label: "焦點，由左算起", mine: typed(sent, "focal_x"), theirs: theirs.focal_x },
		{ field: "focal_y", label: "焦點，由上算起", mine: typed(sent, "focal_y"), theirs: theirs.focal_y },
	];
	const state = againstStored(sent, { version, fields });
	return card(
		{ title: "圖片說明" },
		form(
			{ action: media.show(file.id), state, version, submit: "儲存", main: true, guard: true },
			field({
				name: "alt",
				label: "替代文字",
				state,
				type: "textarea",
				rows: 3,
				maxlength: mostCharacters(AltInput),
				hint: "給看不到圖片的人：一句話說出畫面，最多 300 字。插入文章時會自動帶入，已經在文章裡的不會跟著改變。",
			}),
			focusFields(file, state),
		),
	);
}

const saidOf = ({ alt, focal_x: x, focal_y: y }: OneMediaRow) => ({
	alt,
	focal_x: x === null ? "" : String(x),
	focal_y: y === null ? "" : String(y),
});

/** Draws the two numbers of the focal point; where scripts run, a click on the picture sets them. */
const focusFields = (file: OneMediaRow, state: FormState): VNode =>
	part(
		{ name: "focal-point", props: {} },
		html`<fieldset class="focus">
			<legend>焦點</legend>
			<p class="hint">
				官網把圖片裁成不同形狀時，這一點會留在畫面裡。留白表示不指定。<span class="scripted">在圖上點一下就會填好。</span>
			</p>
			<div class="focus-frame">${small(file)}</div>
			<div class="focus-fields">
				${field({ name: "focal_x", label: "由左算起", state, type: "number", unit: "%", narrow: true })}
				${field({ name: "focal_y", label: "由上算起", state, type: "number", unit: "%", narrow: true })}
			</div>
		</fieldset>`,
	);

/** Draws how far the smaller copies of a picture are. */
function copiesWords({ picture, copies }: OneMediaRow): Children {
	if (picture === "failed") return ["做不成，官網用原圖。", html`<a href=${media.failures()}>看原因、再試一次</a>`];
	if (picture === "waiting") return "正在製作，官網先用原圖";
	return copies > 0 ? `${copies} 個，官網依畫面大小選用` : "不需要，原圖已經夠小";
}

const addressCard = (file: OneMediaRow): VNode =>
	card(
		{ title: "網址" },
		copyList([
			{ name: "在內文裡的網址", text: fileUrl(file), shown: html`<code class="small">${fileUrl(file)}</code>` },
		]),
		html`<p class="row">
			${linkButton({ label: isPicture(file) ? "看原圖" : "下載", icon: isPicture(file) ? "eye" : "download", size: "s", href: media.file(file.id, file.filename) })}
		</p>`,
		html`<p class="hint">有已發布的內容使用時，所有人都能開啟這個網址；否則只有工作人員看得到。</p>`,
	);

const factsCard = (file: OneMediaRow, at: number): VNode =>
	card(
		{ title: "檔案資料" },
		facts([
			{ name: "格式", value: typeWords(file.content_type) },
			...(pixelWords(file) ? [{ name: "寬 × 高", value: pixelWords(file) }] : []),
			{ name: "大小", value: sizeWords(file.size) },
			...(file.picture ? [{ name: "較小的版本", value: copiesWords(file) }] : []),
			{ name: "上傳", value: ago(file.created_at, at) },
			{ name: "上傳者", value: file.uploader ?? "匯入" },
		]),
	);
