import { postButton } from "#admin/system/index.ts";
import type { DocumentPageRow, DocumentVersionRow } from "#db/content/document-lists.ts";
import { VersionForm } from "#domain/content/documents/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { fileField } from "#ui/file-field.ts";
import { sizeWords } from "#ui/file-size.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { ACCEPT, FILE_HINT } from "./form-fields.ts";

const { documents } = paths.admin;
const field = fieldsOf(VersionForm);
const COUNTED = "下載次數是登入後下載不公開檔案的次數；從官網公開下載的不計。";
/**
 * The prefix of the ids of the fields in the upload's form, because the document's form on the same page has fields
 * too.
 */
export const UPLOAD = "v";

type Versions = { document: DocumentPageRow; versions: DocumentVersionRow[]; state: FormState; at: number };

/** Draws the present and former files of a document, with an upload of the next version for users who may change it. */
export const versionsCard = (of: Versions, mayChange: boolean): VNode =>
	card(
		{ title: "版本", count: of.versions.length, flush: true, id: "versions" },
		table({
			caption: "版本",
			cards: true,
			columns: columns(of, mayChange),
			rows: of.versions,
			empty: html`<p class="soft small">還沒有檔案。上傳之後才能發布。</p>`,
		}),
		html`<div class="card-body stack tight">
			<p class="hint">${COUNTED}${of.versions.length > 1 && mayChange && "還原會把舊版的檔案存成最新的一版，其他版本都保留。"}</p>
		</div>`,
		mayChange && html`<div class="card-body">${upload(of)}</div>`,
	);

const columns = ({ document, versions, at }: Versions, mayChange: boolean): Column<DocumentVersionRow>[] => [
	{
		label: "版次",
		head: true,
		nowrap: true,
		cell: ({ number }) =>
			html`<span class="who">第 ${number} 版 ${number === document.number && status({ word: "現行", tone: "ok" })}</span>`,
	},
	{
		label: "檔案",
		sheet: "line",
		bare: true,
		cell: ({ number, filename, size }) => [
			html`<a href=${documents.version(document.id, number)}>${filename}</a>`,
			html`<small>${sizeWords(size)}</small>`,
		],
	},
	{ label: "說明", sheet: "line", cell: ({ note }) => note || html`<span class="soft">—</span>` },
	{ label: "上傳", nowrap: true, cell: ({ created_at }) => ago(created_at, at) },
	{ label: "下載", end: true, nowrap: true, cell: ({ downloads }) => `${figure(downloads)} 次` },
	...(mayChange && versions.length > 1 ? [actions(document)] : []),
];

const actions = ({ id, number: current, version }: DocumentPageRow): Column<DocumentVersionRow> => ({
	label: "操作",
	end: true,
	sheet: "acts",
	bare: true,
	cell: ({ number }) =>
		number !== current &&
		postButton({
			label: "還原這一版",
			about: `第 ${number} 版`,
			action: documents.restoration(id, number),
			version,
			size: "s",
			tone: "quiet",
		}),
});

const upload = ({ document, state }: Versions): VNode =>
	form(
		{
			action: documents.versions(document.id),
			state,
			version: document.version,
			upload: true,
			guard: true,
		},
		fileField({ name: "file", label: "新版本的檔案", state, accept: ACCEPT, hint: FILE_HINT }),
		field({
			name: "note",
			label: "這一版改了什麼",
			state,
			optional: true,
			autocomplete: "off",
			hint: "只有工作人員看得到。上傳後立即成為現行版本，舊的版本仍然保留。",
		}),
		html`<p>${button({ label: "上傳新版本", icon: "upload", busy: "上傳中..." })}</p>`,
	);
