import { type Block, type Letter, oneLine } from "#domain/system/notifications/letter.ts";
import type { MailSettings } from "./settings.ts";

export type Rendered = { subject: string; text: string; html: string };
type Frame = {
	letter: Letter;
	name: string;
	settings: Pick<MailSettings, "association" | "replyTo">;
	/** The address of the unsubscribe link, for a mail that has one. */
	unsubscribe?: string | undefined;
};

/** Lays out a letter to `name` as subject, text and HTML: both have the same words, all escaped in the HTML. */
export function layOut({ letter, name, settings, unsubscribe }: Frame): Rendered {
	const association = oneLine(settings.association.name);
	const subject = oneLine(`【${association}】${letter.subject}`);
	const greeting = oneLine(name) ? `${oneLine(name)} 您好：` : "您好：";
	const footer = footerLines(settings);
	return {
		subject,
		text:
			[
				greeting,
				...letter.blocks.map(textOf),
				["--", association, ...footer, ...(unsubscribe ? [`${UNSUBSCRIBE}：\n${oneLine(unsubscribe)}`] : [])].join(
					"\n",
				),
			].join("\n\n") + "\n",
		html: page({ subject, association, greeting, footer, unsubscribe, content: letter.blocks.map(htmlOf).join("\n") }),
	};
}

function footerLines({ association, replyTo }: Frame["settings"]): string[] {
	const { address, phone, email } = association;
	return [
		address,
		phone && `電話 ${phone}`,
		email && `信箱 ${email}`,
		replyTo ? "有任何問題，可以直接回覆這封信。" : "這封信由系統寄出，請不要直接回覆。",
	]
		.map(oneLine)
		.filter((line) => line !== "");
}

function textOf(block: Block): string {
	switch (block.kind) {
		case "button":
			return `${oneLine(block.label)}：\n${oneLine(block.url)}`;
		case "facts":
			return block.rows.map(([label, value]) => `${oneLine(label)}：${oneLine(value)}`).join("\n");
		default:
			return oneLine(block.text);
	}
}

const SANS = "font-family:-apple-system,'PingFang TC','Noto Sans TC','Microsoft JhengHei',system-ui,sans-serif";
const BODY = `margin:0 0 16px;${SANS};font-size:16px;line-height:1.75;color:#1a211f`;
const SMALL = `margin:0 0 12px;${SANS};font-size:14px;line-height:1.7;color:#52605b`;
const CELL = `padding:6px 0;${SANS};font-size:15px;line-height:1.6;vertical-align:top`;

function htmlOf(block: Block): string {
	switch (block.kind) {
		case "paragraph":
			return `<p class="ink" style="${BODY}">${escaped(block.text)}</p>`;
		case "note":
			return `<p class="soft" style="${SMALL}">${escaped(block.text)}</p>`;
		case "button":
			return buttonHtml(block);
		case "facts":
			return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${block.rows.map(factHtml).join("")}</table>`;
	}
}

const factHtml = ([label, value]: readonly [string, string]): string =>
	`<tr><td class="soft" style="${CELL};padding-right:20px;white-space:nowrap;color:#52605b">${escaped(label)}</td>` +
	`<td class="ink" style="${CELL};color:#1a211f;word-break:break-word">${escaped(value)}</td></tr>`;

/**
 * Returns a button as a table cell, the only form that every mail program shows, with its address below for programs
 * that show none.
 */
function buttonHtml({ label, url }: { label: string; url: string }): string {
	const link = escaped(url);
	return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr>
<td class="button" bgcolor="#0a6658" style="border-radius:8px;background:#0a6658"><a class="button" href="${link}" style="display:inline-block;padding:13px 26px;border-radius:8px;background:#0a6658;color:#ffffff;${SANS};font-size:16px;font-weight:600;line-height:1.25;text-decoration:none">${escaped(label)}</a></td>
</tr></table>
<p class="soft" style="${SMALL}">按鈕打不開的話，請把這個網址貼到瀏覽器：<br><a class="link" href="${link}" style="color:#0a6658;word-break:break-all">${link}</a></p>`;
}

type Page = {
	subject: string;
	association: string;
	greeting: string;
	footer: string[];
	unsubscribe: string | undefined;
	content: string;
};

const UNSUBSCRIBE = "不想再收到這類郵件，請按這裡取消訂閱";
const listLink = (href: string | undefined): string =>
	href ? `<br><a class="link" href="${escaped(href)}" style="color:#0a6658">${UNSUBSCRIBE}</a>` : "";

const page = ({ subject, association, greeting, footer, unsubscribe, content }: Page): string => `<!doctype html>
<html lang="zh-Hant-TW">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
	.ground { background: #101413 !important; }
	.sheet { background: #181e1c !important; border-color: #323c38 !important; }
	.ink { color: #e7ecea !important; }
	.soft { color: #a9b6b1 !important; }
	.name, .link { color: #5fd1bd !important; }
	.button { background: #5fd1bd !important; color: #04211c !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f5f7f6">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" bgcolor="#f5f7f6" style="background:#f5f7f6"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td class="name" style="padding:0 4px 14px;${SANS};font-size:15px;font-weight:600;color:#0a6658">${escaped(association)}</td></tr>
<tr><td class="sheet" bgcolor="#ffffff" style="padding:32px 28px 20px;background:#ffffff;border:1px solid #d3dad7;border-radius:12px">
<p class="ink" style="${BODY}">${escaped(greeting)}</p>
${content}
</td></tr>
<tr><td class="soft" style="padding:18px 4px 0;${SANS};font-size:13px;line-height:1.7;color:#52605b">${[association, ...footer].map(escaped).join("<br>")}${listLink(unsubscribe)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => oneLine(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? "");
