import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { missingNotice } from "#admin/system/mail/standing.ts";
import type { Group } from "#domain/system/settings/schema.ts";
import { paths } from "#http/paths.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { fileField } from "#ui/file-field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { rocDate } from "#ui/time.ts";
import { chainCard } from "./chain-card.ts";
import type { GroupView } from "./read.ts";
import { registrationIntro, statutesAside } from "./statutes-parts.ts";

/** Draws what users should know before they change a group of settings; null for a group without such a note. */
export function introOf(view: GroupView<Group>): Children {
	const { group, history, unprotected, mailMissing } = view;
	if (group === "fees") return feesIntro(history[0]?.valid_from);
	if (group === "statutes" || group === "receipts") return registrationIntro(view);
	if (mailMissing) return missingNotice(mailMissing);
	if (group !== "security") return null;
	return notice(
		{ tone: unprotected > 0 ? "warn" : "info" },
		unprotected > 0
			? `目前有 ${unprotected} 位工作人員還沒有設定兩步驟驗證；開啟後，其中能處理款項、使用者或設定的人，要先設定才能繼續使用後台。`
			: "所有工作人員都已設定兩步驟驗證。",
		html`<p class="small">儲存時需要重新確認您的密碼。</p>`,
	);
}

const feesIntro = (since: number | undefined): VNode =>
	notice(
		{ tone: "info", title: "儲存後立即生效，只影響之後產生的應繳會費" },
		"已經產生的應繳會費維持原來的金額。",
		since !== undefined && html`<p class="small">目前的金額自 ${rocDate(since)}起適用。</p>`,
	);

/** Draws the card beside a group's form; null for a group without one. */
export function asideOf(view: GroupView<Group>, logo?: FormState): Children {
	const { group, values, logoId, mailers, isRegistered } = view;
	if (group === "statutes") return statutesAside(values, isRegistered);
	if (group === "association") return logoCard(logoId, logo ?? freshForm({}, "logo"));
	if (group === "approval") return [...chainCard(view), concurrentCard];
	return group === "mail" ? mailCard(mailers) : null;
}

const concurrentCard = card(
	{ title: "會計、出納兼辦" },
	html`<p class="small">理事會或會員大會決議由一個人兼辦會計與出納時，登記決議與起訖日期，由理事長確認後適用。</p>`,
	linkButton({ label: "兼辦的決議", href: paths.admin.concurrentPosts.list() }),
);

const picture = (id: number): VNode =>
	html`<span class="picture"><img src=${paths.logo(id)} alt="目前的標誌" /></span>`;

const logoCard = (id: number | null, state: FormState): VNode =>
	card(
		{ title: "標誌", id: "logo" },
		id === null ? html`<p class="soft small">還沒有標誌，頁面上顯示系統的圖樣。</p>` : picture(id),
		form(
			{ action: paths.admin.settings.logo(), state: { ...state, prefix: "logo" }, upload: true },
			fileField({
				name: "file",
				label: id === null ? "上傳標誌" : "更換標誌",
				state: { ...state, prefix: "logo" },
				accept: "image/png,image/jpeg,image/webp",
				hint: "PNG、JPEG 或 WebP，1 MB 以內。",
				preview: true,
			}),
			html`<div class="row">
				${button({ label: "上傳", icon: "upload", busy: "上傳中..." })}
				${id !== null && linkButton({ label: "移除標誌", href: paths.admin.settings.logoRemoval(), tone: "quiet" })}
			</div>`,
		),
	);

const ready = (is: boolean): VNode =>
	is ? status({ word: "已設定", tone: "ok" }) : status({ word: "尚未設定", icon: "minus" });

const mailCard = (mailers: GroupView<Group>["mailers"]): VNode =>
	card(
		{ title: "測試" },
		html`<p class="small">以已儲存的設定，寄一封測試信到您自己的信箱。</p>`,
		html`<form method="post" action=${paths.admin.settings.mailTest()}>
			${button({ label: "寄測試信給自己", icon: "send", busy: "寄送中..." })}
		</form>`,
		facts([
			{ name: "Cloudflare", value: ready(mailers.cloudflare) },
			{ name: "Resend", value: ready(mailers.resend) },
		]),
		html`<p class="hint">寄信服務的金鑰由系統維運人員在部署時設定。</p>`,
	);

/** Draws the page that asks for confirmation before the logo is removed. */
export const logoRemovalPage = (id: number): Page => ({
	title: "移除標誌",
	area: "設定",
	slim: true,
	crumbs: [...SYSTEM_CRUMBS, { label: "設定", href: paths.admin.settings.show() }],
	body: card(
		{ label: "移除標誌" },
		picture(id),
		html`<p>移除後，頁面與之後開立的收據不再顯示這個標誌，圖檔也會刪除。</p>`,
		form({
			action: paths.admin.settings.logoRemoval(),
			state: freshForm(),
			submit: "移除標誌",
			busy: "移除中...",
			danger: true,
			cancel: paths.admin.settings.group("association"),
		}),
	),
});
