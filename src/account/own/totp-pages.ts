import { renderSVG } from "uqr";
import * as z from "zod";
import type { Setup } from "#domain/system/actions.ts";
import { paths } from "#http/paths.ts";
import { MOST } from "#kernel/field-limits.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { copyButton, copyList } from "#ui/copy.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { printButton } from "#ui/print-button.ts";
import { timeWords } from "#ui/time.ts";
import { ownPage } from "./parts.ts";

/** The form with the first code of an authenticator app, whose digits people also type in groups. */
export const SetupForm = z.strictObject({
	code: z.string().trim().min(1, "請輸入驗證碼。").max(200).register(MOST, { characters: 12 }),
});
const field = fieldsOf(SetupForm);

/** Draws the page before the secret: the authenticator app must be installed when the secret is shown. */
export const preparePage = (state: FormState, key: string): Page =>
	ownPage({
		title: "設定兩步驟驗證",
		body: card(
			{ label: "設定兩步驟驗證" },
			form(
				{
					action: paths.account.secondFactorSetup(),
					state,
					submit: "我裝好了，顯示 QR 碼",
					busy: "準備中...",
					cancel: paths.account.secondFactor(),
					key,
				},
				html`<p>請先在手機上安裝驗證器 App，例如 Google Authenticator、Microsoft Authenticator 或 2FAS。已經在用的話，不必另外安裝。</p>`,
			),
		),
	});

/** Draws the secret, as a picture and as text, and the field for its first code. */
export const setupPage = (state: FormState, { setup, key }: { setup: Setup; key: string }): Page =>
	ownPage({
		title: "設定兩步驟驗證",
		body: html`<div class="stack loose">
			${card({ title: "1　把帳號加進驗證器 App" }, ...secretParts(setup, key))}
			${card(
				{ title: "2　輸入驗證碼" },
				form(
					{
						action: paths.account.secondFactor(),
						state,
						submit: "開啟兩步驟驗證",
						busy: "確認中...",
						cancel: paths.account.secondFactor(),
						key,
					},
					field({
						name: "code",
						label: "驗證碼",
						state,
						hint: "App 上這個帳號的 6 位數字，每 30 秒換一次。",
						inputmode: "numeric",
						autocomplete: "one-time-code",
						narrow: true,
					}),
				),
			)}
		</div>`,
	});

/** The white margin of the QR code, four modules wide (ISO/IEC 18004), so that it scans in the dark theme, too. */
const QUIET_MODULES = 4;
const picture = (uri: string): string =>
	`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: QUIET_MODULES, pixelSize: 4 }))}`;

const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

const secretParts = ({ secret, uri }: Setup, key: string): VNode[] => [
	html`<p>在 App 裡選「新增」或「＋」，再掃描這個 QR 碼。</p>`,
	html`<p><img src=${picture(uri)} width="272" height="272" alt="QR 碼，內容與下面的設定金鑰相同" /></p>`,
	html`<p class="small">正在用這支手機看這一頁嗎？<a href=${uri}>直接在驗證器 App 開啟</a>，或把下面的設定金鑰複製到 App 裡。</p>`,
	copyList([{ name: "設定金鑰", text: secret, shown: html`<code>${inFours(secret)}</code>` }]),
	html`<form method="post" action=${paths.account.secondFactorSetup()}>
		<input type="hidden" name="_key" value=${key} />
		${button({ label: "換一個 QR 碼", tone: "quiet", size: "s", icon: "refresh" })}
	</form>`,
];

/** Draws the recovery codes (備用碼), which are shown only this once, to be printed, copied or written down. */
export const recoveryCodesPage = (
	codes: string[],
	{ title, name, association, at }: { title: string; name: string; association: string; at: number },
): Page =>
	ownPage({
		title,
		body: html`<div class="stack loose">
			<div class="no-print">
				${notice(
					{ tone: "warn", title: "請現在就把備用碼存起來", role: "status" },
					"離開這一頁後就不會再顯示。手機遺失或更換時，用其中一組代替驗證碼登入；每組只能用一次。",
				)}
			</div>
			${card(
				{ title: "備用碼", count: codes.length },
				html`<p class="print-only">${association}　${name}　${timeWords(at)}</p>`,
				html`<ol class="cols two plain">${codes.map((code) => html`<li><b><code>${code}</code></b></li>`)}</ol>`,
				html`<div class="row no-print">
					${copyButton({ text: codes.join("\n"), about: "全部備用碼", small: false })}
					${printButton("plain")}
				</div>`,
				html`<p class="hint">請放在手機以外的地方，例如密碼管理員，或印出來收好。不要和密碼放在一起。</p>`,
			)}
			<p class="no-print">${linkButton({ label: "我存好了", href: paths.account.secondFactor(), tone: "primary" })}</p>
		</div>`,
	});
