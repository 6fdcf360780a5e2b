import type { MailState } from "#db/system/mail-log.ts";
import type { Status } from "#ui/status.ts";

export const MAIL_STATES: Record<MailState, Status> = {
	queued: { word: "待寄出", tone: "warn" },
	sending: { word: "寄送中", tone: "info", icon: "send" },
	sent: { word: "已寄出", tone: "ok" },
	failed: { word: "寄送失敗", tone: "danger" },
	bounced: { word: "被退回", tone: "danger", icon: "undo" },
};

const PROVIDERS: Record<string, string> = {
	local: "本機信箱（沒有真的寄出）",
	cloudflare: "Cloudflare Email",
	resend: "Resend",
};
/** Returns the name of the service that sent a mail. */
export const providerWords = (provider: string): string => PROVIDERS[provider] ?? provider;

/**
 * The words of errors; the first pattern that matches counts. Our own codes come first, then providers' answers
 * (platform/mail.ts and domain/mail/bounces.ts).
 */
const ERRORS: readonly [RegExp, string][] = [
	[/^mail\.expired$/, "信裡的連結已經過期，所以沒有寄出。"],
	[/^mail\.user_disabled$/, "收件人的帳號已停用，所以沒有寄出。"],
	[/^mail\.unreadable$/, "這封信的內容無法讀取，所以沒有寄出。"],
	[/^email\.bounced/, "對方的信箱退回了這封信，請確認電子郵件是否正確。"],
	[/^email\.complained/, "收件人把這封信回報為垃圾信。"],
	[/^email\.suppressed|RECIPIENT_SUPPRESSED/, "寄信服務已停止寄到這個信箱，通常是之前曾被退信。"],
	[/^email\.failed/, "寄信服務無法送達這封信。"],
	[/^E_(RATE|DAILY)_LIMIT|^429\b/, "寄信服務要求放慢速度，稍後會再寄。"],
	[/^E_RECIPIENT/, "寄信服務不接受這個收件信箱。"],
	[/^E_SENDER|^40[13]\b/, "寄信服務不接受金鑰或寄件網域，請檢查郵件設定。"],
	[/^(5\d\d|408)\b|^E_(INTERNAL|DELIVERY)/, "寄信服務暫時無法使用。"],
	[/^4\d\d\b|^E_/, "寄信服務拒絕了這封信。"],
	[/no answer within|Timeout|Abort/i, "寄信服務沒有在時間內回應。"],
];

/** Returns in plain words why an attempt failed. Where there is room, the provider's own message is shown beside it. */
export const errorWords = (error: string): string =>
	ERRORS.find(([form]) => form.test(error))?.[1] ?? "寄信服務連不上，或發生沒有預期的錯誤。";

/** Returns whether an error's own text says more than `errorWords`; our own codes do not. */
export const hasOwnWords = (error: string): boolean => !/^mail\.\w+$/.test(error);
