import type { State } from "#domain/content/content/states.ts";
import { DocumentForm } from "#domain/content/documents/form.ts";
import { DOCUMENT_KIND_LABELS, DOCUMENT_KINDS } from "#domain/content/documents/kinds.ts";
import { mayKeep, VISIBILITIES, type Visibility } from "#domain/content/documents/rules.ts";
import { mostIn } from "#kernel/field-limits.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import type { Permission } from "#permissions.ts";
import { choices } from "#ui/choices.ts";
import { type FieldProps, labelled, ties, typedIn } from "#ui/field-parts.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { PERMISSION_OPTIONS, readersWords, VISIBILITY_WORDS } from "./words.ts";

const field = fieldsOf(DocumentForm);

/**
 * The hint of the file field: the accepted types and the largest size. `ACCEPT`: the extensions that the file dialog
 * offers.
 */
export const FILE_HINT =
	"PDF、圖片（JPEG、PNG、WebP）、Word、Excel、PowerPoint、OpenDocument 或 CSV，最大 50 MB。不接受 SVG、網頁與執行檔。";
export const ACCEPT = ".pdf,.jpg,.jpeg,.png,.webp,.docx,.xlsx,.pptx,.odt,.ods,.odp,.csv,.txt";

/** Draws the category field: a text input that suggests the categories in use and takes new ones. */
function categoryField(props: FieldProps & { suggestions: readonly string[] }): VNode {
	const { id, attributes } = ties(props);
	const list = `${id}-list`;
	return labelled(
		props,
		html`<div>
			<input class="input" type="text" id=${id} name=${props.name} list=${list} maxlength=${mostIn(DocumentForm, "category")} autocomplete="off" value=${typedIn(props)} ...${attributes} />
			<datalist id=${list}>${props.suggestions.map((one) => html`<option value=${one}></option>`)}</datalist>
		</div>`,
	);
}

type About = { state: FormState; categories: readonly string[]; isNew: boolean; oldSlugs: readonly string[] };

/** Draws the fields for title, address, category and description. */
export const aboutFields = ({ state, categories, isNew, oldSlugs }: About): VNode => html`<div class="stack">
	${field({
		name: "title",
		label: "標題",
		state,
		autocomplete: "off",
		required: !isNew,
		optional: isNew,
		hint: isNew ? "留空時用檔案的名稱，之後可以改。" : undefined,
	})}
	<div class="cols two">
		${field({
			name: "slug",
			label: "網址",
			state,
			autocomplete: "off",
			optional: isNew,
			hint: slugHint(oldSlugs, isNew),
		})}
		${categoryField({ name: "category", label: "分類", state, optional: true, suggestions: categories, hint: "選一個已有的分類，或輸入新的。" })}
	</div>
	${field({
		name: "kind",
		label: "種類",
		state,
		type: "select",
		options: DOCUMENT_KINDS.map((value) => ({ value, label: DOCUMENT_KIND_LABELS[value] })),
		hint: "財務公告與捐款徵信在官網各有一頁。",
	})}
	${field({ name: "description", label: "說明", state, type: "textarea", rows: 3, optional: true })}
</div>`;

function slugHint(oldSlugs: readonly string[], isNew: boolean): string {
	if (oldSlugs.length > 0) return `舊的網址會自動轉過來：${oldSlugs.join("、")}。`;
	return isNew ? "留空時由標題產生。" : "修改後，舊的網址會自動轉到新的。";
}

type Now = { visibility: Visibility; state: State };
type Readers = { state: FormState; may: ReadonlySet<Permission>; now: Now | undefined };

/**
 * Draws the fields for who may read the document, and for the permission that readers of a restricted document need.
 * Offers only the visibilities that the user may give and the document's present one; a single one is a hidden field.
 */
export function readersFields({ state, may, now }: Readers): VNode {
	const open = VISIBILITIES.filter((one) => mayKeep(may, one) || one === now?.visibility);
	const [only] = open;
	if (open.length === 1 && only)
		return html`<div class="stack tight">
			<input type="hidden" name="visibility" value=${only} />
			<p><b>${VISIBILITY_WORDS[only]}</b>：${readersWords({ visibility: only, permission: null })}。</p>
			<p class="hint">會員與限定的文件，由有「管理內部文件」權限的人處理。</p>
		</div>`;
	return html`<div class="stack">
		${choices({
			name: "visibility",
			label: "誰看得到",
			state,
			hint: now && open.includes("public") ? beforeChange(now) : undefined,
			options: open.map((value) => ({ value, label: VISIBILITY_WORDS[value], sub: SUBS[value] })),
		})}
		${field({
			name: "permission",
			label: "限定給哪一種權限",
			state,
			type: "select",
			empty: "請選擇",
			options: PERMISSION_OPTIONS,
			hint: "只有選擇「限定」時需要。",
		})}
	</div>`;
}

/** Returns the warning about what a change of visibility will do. */
const beforeChange = ({ visibility, state }: Now): string => {
	if (visibility !== "public")
		return "改為公開後，現行版本任何人都能下載，也會出現在官網與搜尋引擎；舊的版本不會公開。";
	return state === "published" || state === "archived"
		? "改為會員或限定後，官網、搜尋與公開網址會立刻移除這份文件；已經下載的人仍然留有檔案。"
		: "改為會員或限定後，發布時不會出現在官網。";
};

const SUBS: Record<Visibility, string> = {
	public: "所有人，不需要登入；會出現在官網。",
	members: "入會完成的會員，和代理他們的監護人，登入後在會員專區。",
	restricted: "只有具備下面這種權限的人，登入後在「文件閱覽」。",
};

/** Draws the fields for the times at which the document is published and taken down. */
export const timeFields = (state: FormState): VNode => html`<div class="cols two">
	${publishAtField(state)} ${unpublishAtField(state)}
</div>`;
export const publishAtField = (state: FormState): VNode =>
	field({
		name: "publish_at",
		label: "發布時間",
		state,
		type: "moment",
		days: "future",
		optional: true,
		hint: "排程發布時需要，臺灣時間。",
	});
export const unpublishAtField = (state: FormState): VNode =>
	field({ name: "unpublish_at", label: "下架時間", state, type: "moment", days: "future", optional: true });
