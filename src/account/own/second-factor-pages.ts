import type { SecurityRow } from "#db/system/index.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { ago } from "#ui/time.ts";
import { ownPage, withoutFields } from "./parts.ts";

/**
 * The data of the page about the second factor (兩步驟驗證). `isRequired`: whether the association requires a second
 * factor of this user.
 */
export type SecondFactor = { security: SecurityRow; isRequired: boolean; at: number };

/** Draws the page about the second factor (兩步驟驗證): what it is and how to begin, or its present state. */
export const secondFactorPage = (of: SecondFactor): Page =>
	ownPage({
		title: "兩步驟驗證",
		lead: "登入時除了密碼，再輸入手機上的驗證碼。",
		body: of.security.totp_enabled_at === null ? off(of) : on(of, of.security.totp_enabled_at),
	});

const off = ({ security, isRequired }: SecondFactor): VNode => html`<div class="stack loose">
	${
		isRequired &&
		notice(
			{ tone: "warn", title: "請先設定兩步驟驗證" },
			"協會要求您的帳號使用兩步驟驗證，設定完成後才能繼續使用其他功能。",
		)
	}
	${card(
		{ title: "設定前先知道", beside: status({ word: "未開啟" }) },
		html`<p>就算密碼被別人知道，沒有您的手機也無法登入。</p>`,
		html`<p>您需要一支手機，裝上任何一個驗證器 App，例如 Google Authenticator、Microsoft Authenticator 或 2FAS；手機不必能上網。</p>`,
		html`<p>設定完成後會給您 10 組備用碼，手機遺失時用來登入。其他裝置會同時登出。</p>`,
		html`<p>${linkButton({
			label: security.totp_waits === 1 ? "繼續設定" : "開始設定",
			href: paths.account.secondFactorSetup(),
			tone: "primary",
		})}</p>`,
	)}
</div>`;

const FEW = 3;

const on = ({ security, isRequired, at }: SecondFactor, since: number): VNode => html`<div class="stack loose">
	${
		security.recovery_codes <= FEW &&
		notice({ tone: "warn" }, `備用碼只剩 ${security.recovery_codes} 組，請更換一份新的。`)
	}
	${card(
		{ title: "驗證器 App", beside: status({ word: "已開啟", tone: "ok" }) },
		facts([
			{ name: "開啟時間", value: ago(since, at) },
			{ name: "備用碼", value: `還有 ${security.recovery_codes} 組` },
		]),
		html`<div class="row">
			${linkButton({ label: "更換備用碼", href: paths.account.recoveryCodes(), icon: "refresh" })}
			${!isRequired && linkButton({ label: "關閉兩步驟驗證", href: paths.account.secondFactorEnd(), tone: "danger" })}
		</div>`,
		isRequired && html`<p class="hint">協會要求您的帳號使用兩步驟驗證，不能關閉。換手機前，請先準備好備用碼。</p>`,
	)}
</div>`;

/** Draws the form that makes new recovery codes (更換備用碼); it says what they do to the old ones. */
export const renewPage = (state: FormState, key: string): Page =>
	ownPage({
		title: "更換備用碼",
		body: form(
			{
				action: paths.account.recoveryCodes(),
				state: withoutFields(state),
				submit: "產生新的備用碼",
				busy: "產生中...",
				cancel: paths.account.secondFactor(),
				key,
			},
			notice({ tone: "info" }, "會產生 10 組新的備用碼。原有的備用碼立刻失效，請把印出或存下的舊備用碼丟掉。"),
		),
	});

/** Draws the form that turns the second factor off (關閉兩步驟驗證); it says what is lost without it. */
export const turnOffPage = (state: FormState, key: string): Page =>
	ownPage({
		title: "關閉兩步驟驗證",
		body: form(
			{
				action: paths.account.secondFactorEnd(),
				state: withoutFields(state),
				submit: "關閉兩步驟驗證",
				busy: "關閉中...",
				danger: true,
				cancel: paths.account.secondFactor(),
				key,
			},
			notice(
				{ tone: "warn" },
				"關閉後只要知道密碼就能登入您的帳號。備用碼全部失效，其他裝置會登出；再次開啟時要重新掃描 QR 碼。",
			),
		),
	});
