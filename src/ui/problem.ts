import { button, linkButton } from "./button.ts";
import { fileField } from "./file-field.ts";
import { freshForm } from "./form-state.ts";
import { html, type VNode } from "./html.ts";
import { notice } from "./notice.ts";
import type { Page } from "./page.ts";
import { type AskedProof, proofFields } from "./proof.ts";

export type ProblemKind =
	| "missing"
	| "bad_query"
	| "forbidden"
	| "signed_out"
	| "not_fresh"
	| "second_factor_missing"
	| "too_large"
	| "unreadable"
	| "cross_site"
	| "too_many"
	| "crashed"
	| "unanswered";

const PROBLEMS: Record<ProblemKind, { status: number; title: string; words: string }> = {
	missing: { status: 404, title: "找不到這一頁", words: "網址可能打錯了，或是這筆資料已經不在。" },
	bad_query: { status: 400, title: "網址的條件不正確", words: "網址裡有這一頁不認得的條件。" },
	forbidden: { status: 403, title: "您沒有這一頁的權限", words: "若工作上需要，請向系統管理員提出。" },
	signed_out: {
		status: 401,
		title: "您已經登出",
		words: "資料還沒有儲存，但文字都保留在這一頁（選好的檔案要再選一次）。請先在新分頁登入，再回到這裡按「重新送出」。",
	},
	not_fresh: {
		status: 403,
		title: "請先確認是您本人",
		words: "這項操作需要再輸入一次密碼。您填寫的內容都保留在這一頁，還沒有送出（選好的檔案要再選一次）。",
	},
	second_factor_missing: {
		status: 403,
		title: "請先設定兩步驟驗證",
		words: "協會要求您的帳號使用兩步驟驗證。請先在新分頁設定，再回到這裡按「重新送出」。",
	},
	too_large: { status: 413, title: "送出的資料太大", words: "請縮小檔案或分次送出。什麼都沒有儲存。" },
	unreadable: { status: 400, title: "無法讀取送出的資料", words: "請回到上一頁重新整理後再試一次。什麼都沒有儲存。" },
	cross_site: {
		status: 403,
		title: "這個要求來自其他網站",
		words: "為了保護您的資料，系統沒有執行。請從本站的頁面操作。",
	},
	too_many: { status: 429, title: "嘗試次數過多", words: "請等一分鐘後再試一次。" },
	crashed: { status: 500, title: "系統發生錯誤", words: "這次的操作沒有完成。若再次發生，請把下面的編號告訴管理員。" },
	unanswered: { status: 503, title: "系統暫時無法讀寫資料", words: "請過幾秒再試一次；若一直如此，請告訴系統管理員。" },
};

/**
 * Writes the words for a posted form of which nobody knows whether the server stored it. A form with an idempotency key
 * (`_key`) is stored only once, however often it is sent; the words then say so.
 */
const kept = ({ fields }: Held): string =>
	`這次可能還沒有儲存。您填寫的文字都保留在這一頁（選好的檔案要再選一次），請過幾秒按「重新送出」${fields.some(([name]) => name === "_key") ? "，不會重複儲存" : ""}。`;

/**
 * What was posted: its texts, and the names of its files, which must be chosen again because a browser lets no page
 * fill in a file input.
 */
export type Held = {
	fields: readonly (readonly [string, string])[];
	files: readonly { name: string; filenames: string[] }[];
};

type Problem = {
	kind: ProblemKind;
	/**
	 * The address to which the fields in `held` are sent again; for "bad_query" the address of the page without
	 * conditions.
	 */
	href?: string;
	/** What was posted, held in the page until it can be sent again. */
	held?: Held | undefined;
	/**
	 * The address of the page, opened in another tab, where the user signs in, confirms the password or sets up the
	 * second factor before the form is sent again.
	 */
	door?: string | undefined;
	/** The proof of identity that is sent together with `held`. */
	proof?: AskedProof | undefined;
	/** What is wrong with a condition, for "bad_query". */
	said?: string | undefined;
	/** The id under which the log has the details of a crash; it is shown on the page. */
	id?: string;
};

/**
 * Makes a page that says what went wrong and what to do. With `held` and `href`, the page has a form that sends to
 * `href` what was posted, so that nothing that the user typed is lost.
 */
export function problemPage({ kind, href, held, door, proof, id, said }: Problem): Page {
	const { status, title } = PROBLEMS[kind];
	const words = kind === "unanswered" && held ? kept(held) : (said ?? PROBLEMS[kind].words);
	return {
		title,
		status,
		slim: true,
		body: html`<div class="stack loose">
			${notice({ tone: kind === "missing" || kind === "bad_query" ? "info" : "warn" }, words)}
			${id && html`<p class="soft">編號 <code>${id}</code></p>`}
			${held && href ? resend({ href, held, door, proof }) : onward(kind, href)}
		</div>`,
	};
}

const onward = (kind: ProblemKind, href: string | undefined): VNode => html`<p class="row">
	${kind === "bad_query" && href && linkButton({ label: "清除條件", href })} ${linkButton({ label: "回到首頁", href: "/" })}
</p>`;

type Resend = Pick<Problem, "door" | "proof"> & { href: string; held: Held };

const resend = ({ href, held, door, proof }: Resend): VNode => html`<form
	class="stack loose"
	method="post"
	action=${href}
	enctype=${held.files.length > 0 ? "multipart/form-data" : undefined}
>
	${held.fields.map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
	<details><summary class="link small">看看保留了哪些內容</summary><dl class="facts">
		${held.fields
			.filter(([name, value]) => !name.startsWith("_") && value !== "" && !name.includes("password"))
			.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
	</dl></details>
	${held.files.map(({ name, filenames }) =>
		fileField({
			state: freshForm(),
			name,
			label: `請再選一次：${filenames.join("、")}`,
			multiple: filenames.length > 1,
			required: true,
		}),
	)}
	${proof && proofFields(proof)}
	<p class="row">
		${door && html`<a class="btn" href=${door} target="_blank" rel="noopener">開啟新分頁</a>`}
		${proof ? button({ label: "確認並送出", tone: "primary", busy: "送出中..." }) : button({ label: "重新送出", tone: "primary" })}
	</p>
</form>`;
