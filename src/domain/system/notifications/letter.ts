import type * as z from "zod";
import { isoInTaipei } from "#kernel/times.ts";

/** The purposes of one-time links; a token for one purpose is not valid for another. */
export type LinkPurpose = "invitation" | "password_reset" | "email_change";

/** The complete addresses of the pages that mails link to. */
export type Links = {
	/** Returns the link that works once; its token is derived here and stored nowhere. */
	once: (purpose: LinkPurpose, linkId: string) => string;
	/** The dashboard of staff. */
	home: () => string;
	forgot: () => string;
	account: () => string;
	/** The page 待第二人確認 (changes that wait for a second person). */
	confirmations: () => string;
	webhook: (id: number) => string;
	audit: () => string;
	/** The user's own certificate, or that of a member for whom the user acts. */
	certificate: (dependentId: number | null) => string;
	member: () => string;
	/** A request about personal data, on the member's page; `privacyHandling` is the page of staff. */
	privacyRequest: (id: number) => string;
	privacyHandling: (id: number) => string;
	/** A payment with its receipts, on the member's page. */
	payment: (id: number) => string;
	/** A finance document (支出申請), on the page of staff. */
	finance: (id: number) => string;
	/** The list of a month (YYYY-MM) in which one person was both 會計 and 出納. */
	concurrentMonth: (month: string) => string;
	/** An examination (查核) of the books. */
	examination: (id: number) => string;
	/** A release 同意書, on the page of staff. */
	release: (id: number) => string;
	/** A text of the website, in its editor. */
	text: (resource: "article" | "page" | "announcement", id: number) => string;
	/** A task, on the page of staff. */
	task: (id: number) => string;
	/** The form for paying dues that are owed. */
	pay: () => string;
	/** An announcement, on the page of members or of staff. */
	announcement: (id: number, isForStaff: boolean) => string;
	/**
	 * The address that unsubscribes the subscriber `listed` ("member_announcements-u12") without signing in (RFC 8058).
	 */
	unsubscribe: (listed: string) => string;
};

/** The association as the sender of letters; an unknown part is "". */
export type Association = { name: string; address: string; phone: string; email: string };

/** What the text of a notification may use besides its own data. */
export type Setting = { association: Association; links: Links };

/** A part of a letter, in plain words: markup and escaping are added by the layout. */
export type Block =
	| { kind: "paragraph"; text: string }
	/** An additional remark, in small print. */
	| { kind: "note"; text: string }
	| { kind: "button"; label: string; url: string }
	| { kind: "facts"; rows: readonly (readonly [label: string, value: string])[] };
export type Letter = { subject: string; blocks: readonly Block[] };

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });
export const note = (text: string): Block => ({ kind: "note", text });
export const button = (label: string, url: string): Block => ({ kind: "button", label, url });
export const facts = (...rows: [label: string, value: string][]): Block => ({ kind: "facts", rows });

/**
 * A notification whose data were read. From `expiresAt` (UTC milliseconds) on it would mislead and is not sent any
 * more.
 */
export type Prepared = {
	expiresAt: number | null;
	goesToDisabled: boolean;
	/** The subscriber whom the mail's link unsubscribes, as `Links.unsubscribe` takes it; null when there is none. */
	listed: string | null;
	write: (setting: Setting) => Letter;
};
export type Kind<Data> = { schema: z.ZodType<Data>; prepare: (data: unknown) => Prepared };

/**
 * Declares a kind of notification: its data, and its text, which each channel lays out in its own way. The data are ids
 * and plain words, never a secret or a token.
 */
export function notification<Data>(of: {
	data: z.ZodType<Data>;
	/**
	 * True for a notification about the user's account, which is also sent to disabled users; other notifications are
	 * not.
	 */
	goesToDisabled?: true;
	expiresAt?: (data: Data) => number;
	/** Returns the subscriber whom the mail's link unsubscribes; missing when the mail cannot be unsubscribed from. */
	unsubscribe?: (data: Data) => string;
	write: (data: Data, setting: Setting) => Letter;
}): Kind<Data> {
	return {
		schema: of.data,
		prepare: (stored) => {
			const data = of.data.parse(stored);
			return {
				expiresAt: of.expiresAt?.(data) ?? null,
				goesToDisabled: of.goesToDisabled ?? false,
				listed: of.unsubscribe?.(data) ?? null,
				write: (setting) => of.write(data, setting),
			};
		},
	};
}

/**
 * Makes a text one line of a mail: control characters and line breaks (which could add a header) become a space, marks
 * that change the reading direction are removed.
 */
export const oneLine = (text: string): string =>
	text
		.toWellFormed()
		.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
		.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
		.trim();

/** Returns a moment in words: "2026 年 3 月 5 日 09:30" in Taipei. */
export function inWords(ms: number): string {
	const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T(\d\d:\d\d)/.exec(isoInTaipei(ms)) ?? [];
	return `${year} 年 ${Number(month)} 月 ${Number(day)} 日 ${time}`;
}
