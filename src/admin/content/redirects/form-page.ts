import type { StaffRedirect } from "#db/content/redirects.ts";
import { RedirectInput } from "#domain/content/redirects/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { REDIRECTS_CRUMBS, redirectStatus } from "./list.ts";

const { redirects } = paths.admin;
const field = fieldsOf(RedirectInput);

const fields = (state: FormState): Children => [
	field({
		name: "path",
		label: "舊網址",
		state,
		autocomplete: "off",
		hint: "官網上的路徑，例如 /about-us；也可以貼上舊網站的完整網址。? 之後的部分不計。",
	}),
	field({
		name: "target",
		label: "轉到",
		state,
		autocomplete: "off",
		hint: "官網上的路徑，例如 /about/team，或其他網站的 https:// 網址。文章、單頁或文件以後改了網址，轉址會跟著走。",
	}),
];

/** Draws the page 新增轉址. `key`: the idempotency key, so that sending the same form twice creates one redirect. */
export const newRedirectPage = (state: FormState, key: string): Page => ({
	title: "新增轉址",
	area: "轉址",
	crumbs: REDIRECTS_CRUMBS,
	slim: true,
	body: card(
		{ label: "新增轉址" },
		form(
			{
				action: redirects.create(),
				state,
				key,
				submit: "新增轉址",
				busy: "新增中...",
				cancel: redirects.list(),
				main: true,
				guard: true,
			},
			fields(state),
		),
	),
});

/** Returns a redirect's form filled from the stored redirect. */
export const formOf = ({ path, target }: StaffRedirect): FormState => freshForm({ path, target });

/** Draws the page of a redirect with its form. When another user saved meanwhile, it shows both texts. */
export function editRedirectPage(redirect: StaffRedirect, state: FormState): Page {
	const { id, path, target, title, version } = redirect;
	const shown = againstStored(state, {
		version,
		fields: [
			{ field: "path", label: "舊網址", theirs: path, mine: typed(state, "path") },
			{ field: "target", label: "轉到", theirs: target, mine: typed(state, "target") },
		],
	});
	return {
		title: path,
		area: "轉址",
		crumbs: REDIRECTS_CRUMBS,
		slim: true,
		actions: [linkButton({ label: "刪除轉址...", icon: "trash", href: redirects.removal(id) })],
		body: html`<div class="stack">
			${card(
				{ label: "使用情形" },
				facts([
					{ name: "狀態", value: redirectStatus(redirect) },
					{ name: "轉到", value: title === null ? target : `${title}（${target}）` },
				]),
			)}
			${card(
				{ label: "編輯轉址" },
				form(
					{
						action: redirects.edit(id),
						state: shown,
						version,
						submit: "儲存",
						cancel: redirects.list(),
						main: true,
						guard: true,
					},
					fields(shown),
				),
			)}
		</div>`,
	};
}

/** Draws the page 刪除轉址. */
export const removeRedirectPage = (
	{ id, path, target, version }: StaffRedirect,
	state: FormState = freshForm(),
): Page => ({
	title: "刪除轉址",
	area: "轉址",
	crumbs: [...REDIRECTS_CRUMBS, { label: path, href: redirects.edit(id) }],
	slim: true,
	body: card(
		{ label: "刪除轉址" },
		notice({ tone: "danger", title: "刪除後無法復原" }, "存了或印了舊網址的人，之後會看到找不到網頁。"),
		facts([
			{ name: "舊網址", value: path },
			{ name: "轉到", value: target },
		]),
		form({
			action: redirects.removal(id),
			state,
			version,
			submit: "刪除轉址",
			busy: "刪除中...",
			danger: true,
			cancel: redirects.edit(id),
		}),
	),
});
