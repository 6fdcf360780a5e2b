import { mayKeep } from "#domain/content/documents/rules.ts";
import { paths } from "#http/paths.ts";
import type { Permission } from "#permissions.ts";
import { card } from "#ui/card.ts";
import { segment } from "#ui/choices.ts";
import { fileField } from "#ui/file-field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";
import { ACCEPT, aboutFields, FILE_HINT, readersFields, timeFields } from "./form-fields.ts";
import { DOCUMENT_CRUMBS } from "./list.ts";

const { documents } = paths.admin;

/**
 * Returns the form of a new document, a draft: for everybody when the user may publish public documents, otherwise for
 * members only.
 */
export const freshDocument = (may: ReadonlySet<Permission>): FormState =>
	freshForm({ kind: "general", visibility: mayKeep(may, "public") ? "public" : "members", publish: "draft" });

/**
 * Returns the hint of the file field. A refused form asks for the file again, because browsers do not send a chosen
 * file back.
 */
const fileHint = ({ errors, problem }: FormState): string =>
	problem || Object.keys(errors).length > 0 ? `請再選擇一次檔案。${FILE_HINT}` : FILE_HINT;

type NewPage = { state: FormState; categories: readonly string[]; may: ReadonlySet<Permission>; key: string };

/**
 * Draws the page 新增文件: the file, and its description. `key`: the idempotency key, so that sending the form twice
 * creates one document.
 */
export const newDocumentPage = ({ state, categories, may, key }: NewPage): Page => ({
	title: "新增文件",
	area: "文件",
	crumbs: DOCUMENT_CRUMBS,
	lead: "先選檔案；其他欄位可以之後再補。",
	slim: true,
	body: card(
		{ label: "新增文件" },
		form(
			{
				action: documents.create(),
				state,
				key,
				submit: "新增文件",
				busy: "上傳中...",
				cancel: documents.list(),
				main: true,
				guard: true,
				upload: true,
			},
			fileField({ name: "file", label: "檔案", state, accept: ACCEPT, hint: fileHint(state), required: true }),
			aboutFields({ state, categories, isNew: true, oldSlugs: [] }),
			readersFields({ state, may, now: undefined }),
			segment({
				name: "publish",
				label: "發布",
				state,
				options: [
					{ value: "draft", label: "存為草稿" },
					{ value: "now", label: "立即發布" },
					{ value: "later", label: "排程發布" },
				],
			}),
			timeFields(state),
		),
	),
});
