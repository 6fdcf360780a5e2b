import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { missingNotice } from "#admin/system/mail/standing.ts";
import { PICTURE_SETTINGS, type SettingPicture } from "#domain/system/settings/pictures.ts";
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
import { dateWords } from "#ui/time.ts";
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
		html`<p class="small">會員類別收費不同、或從某一天起改的，在<a href=${paths.admin.dues.fees()}>會費標準</a>設定。</p>`,
		since !== undefined && html`<p class="small">目前的金額自 ${dateWords(since)}起適用。</p>`,
	);

/** Draws the card beside a group's form; null for a group without one. */
export function asideOf(view: GroupView<Group>, picture?: FormState): Children {
	const { group, values, logoId, mailers, isRegistered } = view;
	if (group === "statutes") return statutesAside(values, isRegistered);
	if (group === "association") return pictureCard("logo", logoId, picture);
	if (group === "receipts") return pictureCard("seal", sealIn(values), picture);
	if (group === "approval") return [...chainCard(view), concurrentCard];
	return group === "mail" ? mailCard(mailers) : null;
}

const concurrentCard = card(
	{ title: "會計、出納兼辦" },
	html`<p class="small">理事會或會員大會決議由一個人兼辦會計與出納時，登記決議與起訖日期，由理事長確認後適用。</p>`,
	linkButton({ label: "兼辦的決議", href: paths.admin.concurrentPosts.list() }),
);

/** Returns the id of the seal's picture among the values of the receipts' settings. */
const sealIn = (values: GroupView<Group>["values"]): number | null =>
	"seal_file_id" in values && typeof values.seal_file_id === "number" ? values.seal_file_id : null;

/** What the cards of the two pictures of the settings say. */
const PICTURE_CARDS = {
	logo: {
		title: "標誌",
		none: "還沒有標誌，頁面上顯示系統的圖樣。",
		hint: "PNG、JPEG 或 WebP，1 MB 以內。",
		accept: "image/png,image/jpeg,image/webp",
		src: paths.logo,
		upload: paths.admin.settings.logo,
		removal: paths.admin.settings.logoRemoval,
		removed: "移除後，頁面與之後開立的收據不再顯示這個標誌，圖檔也會刪除。",
	},
	seal: {
		title: "圖記的圖",
		none: "還沒有圖。上傳後，把「圖記」改為「印出圖記的圖」，收據與捐款證明就會印出來。",
		hint: "JPEG，白底、正方形，1 MB 以內。登入的人在收據上看得到它。",
		accept: "image/jpeg",
		src: paths.account.seal,
		upload: paths.admin.settings.seal,
		removal: paths.admin.settings.sealRemoval,
		removed: "移除後，收據與捐款證明不再印出這個圖，圖檔也會刪除。",
	},
} as const satisfies Record<SettingPicture, unknown>;

const shownPicture = (picture: SettingPicture, id: number): VNode =>
	html`<span class="picture"><img src=${PICTURE_CARDS[picture].src(id)} alt=${`目前的${PICTURE_CARDS[picture].title}`} /></span>`;

function pictureCard(picture: SettingPicture, id: number | null, sent: FormState = freshForm()): VNode {
	const { title, none, hint, accept, upload, removal } = PICTURE_CARDS[picture];
	const state = { ...sent, prefix: picture };
	return card(
		{ title, id: picture },
		id === null ? html`<p class="soft small">${none}</p>` : shownPicture(picture, id),
		form(
			{ action: upload(), state, upload: true },
			fileField({
				name: "file",
				label: id === null ? `上傳${title}` : `更換${title}`,
				state,
				accept,
				hint,
				preview: true,
			}),
			html`<div class="row">
				${button({ label: "上傳", icon: "upload", busy: "上傳中..." })}
				${id !== null && linkButton({ label: `移除${title}`, href: removal(), tone: "quiet" })}
			</div>`,
		),
	);
}

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

/** Draws the page that asks for confirmation before a picture of the settings is removed. */
export function pictureRemovalPage(picture: SettingPicture, id: number): Page {
	const { title, removal, removed } = PICTURE_CARDS[picture];
	return {
		title: `移除${title}`,
		area: "設定",
		slim: true,
		crumbs: [...SYSTEM_CRUMBS, { label: "設定", href: paths.admin.settings.show() }],
		body: card(
			{ label: `移除${title}` },
			shownPicture(picture, id),
			html`<p>${removed}</p>`,
			form({
				action: removal(),
				state: freshForm(),
				submit: `移除${title}`,
				busy: "移除中...",
				danger: true,
				cancel: paths.admin.settings.group(PICTURE_SETTINGS[picture].group),
			}),
		),
	};
}
