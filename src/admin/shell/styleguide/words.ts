import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { chip } from "#ui/chip.ts";
import { count } from "#ui/count.ts";
import { dialog } from "#ui/dialog.ts";
import { difference } from "#ui/difference.ts";
import { actionsMenu, disclosure } from "#ui/disclosure.ts";
import { noMatch, noneYet } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { notice } from "#ui/notice.ts";
import { status } from "#ui/status.ts";
import { ago } from "#ui/time.ts";
import { section } from "./section.ts";

const NOW = Date.UTC(2026, 10, 20, 2, 30);
const MINUTE = 60_000;

const buttons = (): VNode =>
	section(
		{ title: "按鈕", words: "一個畫面最多一個主要動作；做事用按鈕，去別處用連結。" },
		html`<div class="row">
			${button({ label: "新增會員", tone: "primary", icon: "plus", type: "button" })}
			${button({ label: "匯出", icon: "download", type: "button" })}
			${button({ label: "略過", tone: "quiet", type: "button" })}
			${button({ label: "永久刪除", tone: "danger", icon: "trash", type: "button" })}
			${button({ label: "儲存中...", tone: "primary", disabled: true, type: "button" })}
			${button({ label: "小", size: "s", type: "button" })}
			${button({ label: "重新整理", icon: "refresh", square: true, type: "button" })}
			${linkButton({ label: "下一筆", iconEnd: "right", href: "#main" })}
			${actionsMenu({ label: "更多" }, html`<a href="#main">${icon("copy")}建立複本</a>`, html`<a href="#main">${icon("archive")}封存</a>`, html`<a class="danger" href="#main">${icon("trash")}移到垃圾桶</a>`)}
		</div>`,
	);

const states = (): VNode =>
	section(
		{ title: "狀態、數目與時間", words: "顏色、文字、圖示三者並用；時間用相對的說法，完整時間在提示裡。" },
		html`<div class="row">
			${status({ word: "有效", tone: "ok" })} ${status({ word: "寬限期", tone: "warn" })}
			${status({ word: "待繳費", tone: "info", icon: "coins" })} ${status({ word: "未通過", tone: "danger", icon: "no" })}
			${status({ word: "待辦" })} ${count(12)} ${count(3, true)} ${chip({ label: "呼吸照護" })}
			${chip({ label: "116 年未繳", removeHref: "#main" })}
		</div>`,
		html`<p class="small">
			${ago(NOW - 12 * MINUTE, NOW)}、${ago(NOW - 150 * MINUTE, NOW)}、${ago(NOW - 1_000 * MINUTE, NOW)}、${ago(NOW - 9_000 * MINUTE, NOW)}、${ago(NOW - 900_000 * MINUTE, NOW)}
		</p>`,
	);

const notices = (): VNode =>
	section(
		{ title: "通知" },
		html`<div class="stack tight">
			${notice({ tone: "ok" }, "已確認收款，收據 會115-000418 已開立。", html`<a href="#main">列印收據</a>`)}
			${notice({ tone: "warn" }, "這張申請單剛才由賴佳琪移動了，請重新載入再處理。")}
			${notice({ tone: "danger", title: "寄送失敗" }, "對方信箱已滿。我們會在 1 小時後再試一次，共試 8 次。")}
			${notice({ tone: "info" }, "文章已發布，1.3 秒後出現在官網。")}
		</div>`,
	);

const empties = (): VNode =>
	section(
		{ title: "空白", words: "「還沒有」與「找不到」是兩種話；兩者都說接下來能做什麼。" },
		html`<div class="cols two">
			${card(
				{ flush: true, label: "還沒有" },
				noneYet({
					title: "還沒有範本",
					text: "先從一份常用的公告開始，之後寄信時就能直接選用。",
					actions: linkButton({ label: "新增範本", href: "#main" }),
				}),
			)}
			${card({ flush: true, label: "找不到" }, noMatch({ title: "找不到「方以情」", clearHref: "#main" }))}
		</div>`,
	);

const changes = (): VNode =>
	section(
		{ title: "版本的差異", words: "中文按詞比較；新加入的有底線，被拿掉的有刪除線，不只靠顏色。" },
		card(
			{ label: "差異" },
			html`<p>
				${difference({
					before: "年會訂於十二月六日上午九時，在台北市青少年活動中心舉行，請會員準時出席。",
					after: "年會訂於十二月十三日上午九時半，在台北市婦女館舉行，歡迎會員與家屬出席。",
				})}
			</p>`,
		),
	);

const layers = (): VNode =>
	section(
		{ title: "對話框與展開", words: "沒有 JavaScript 時，開啟對話框的連結會去到一頁同樣的內容。" },
		html`<div class="row">${linkButton({ label: "作廢收據", href: "#sample-dialog", dialog: "sample-dialog" })}</div>`,
		dialog(
			{ id: "sample-dialog", title: "作廢收據 會115-000418" },
			html`<p>作廢之後，號碼會保留並註記「作廢」，這筆 1,200 元的收款會回到待開立。作廢無法復原。</p>`,
			html`<div class="row">${button({ label: "作廢收據", tone: "danger", type: "button" })}</div>`,
		),
		disclosure(
			{ label: "為什麼要填末五碼？" },
			html`<p class="small">出納用它在銀行明細裡找到您的匯款，通常一個工作天就能核對。</p>`,
		),
	);

/** Draws the samples of buttons, states, notices, empty places, differences and dialogs. */
export const words = (): VNode[] => [buttons(), states(), notices(), empties(), changes(), layers()];
