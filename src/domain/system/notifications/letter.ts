import type * as z from "zod";
import { isoInTaipei } from "#kernel/times.ts";

/** What a one-time link is for; the token of one says nothing about another. */
export type LinkPurpose = "invitation" | "password_reset" | "email_change";

/** Whole addresses of the places that mails lead to. */
export type Links = {
	/** The link that works once; its token is derived here and stored nowhere. */
	once: (purpose: LinkPurpose, linkId: string) => string;
	forgot: () => string;
	account: () => string;
	/** 待第二人確認. */
	confirmations: () => string;
	webhook: (id: number) => string;
	audit: () => string;
	/** One's own certificate, or that of a member for whom one acts. */
	certificate: (dependentId: number | null) => string;
	member: () => string;
	/** A request about one's data, as its member sees it, and as staff do. */
	privacyRequest: (id: number) => string;
	privacyHandling: (id: number) => string;
	/** A payment as its member sees it, with its receipts. */
	payment: (id: number) => string;
	/** A finance document as staff see it. */
	finance: (id: number) => string;
	/** The list of a month (YYYY-MM) in which one person kept 會計 and 出納. */
	concurrentMonth: (month: string) => string;
	/** A task as staff see it. */
	task: (id: number) => string;
	/** The form to pay what is owed. */
	pay: () => string;
	/** An announcement as its members, or its staff, read it. */
	announcement: (id: number, isForStaff: boolean) => string;
	/** Takes whoever is `listed` ("member_announcements-u12") off the list, without signing in (RFC 8058). */
	unsubscribe: (listed: string) => string;
};

/** Who writes; what is not known is "". */
export type Association = { name: string; address: string; phone: string; email: string };

/** What a kind may use besides its own data. */
export type Setting = { association: Association; links: Links };

/** A part of a letter, in words: markup and escaping are the layout's. */
export type Block =
	| { kind: "paragraph"; text: string }
	/** What to know besides: smaller. */
	| { kind: "note"; text: string }
	| { kind: "button"; label: string; url: string }
	| { kind: "facts"; rows: readonly (readonly [label: string, value: string])[] };
export type Letter = { subject: string; blocks: readonly Block[] };

export const paragraph = (text: string): Block => ({ kind: "paragraph", text });
export const note = (text: string): Block => ({ kind: "note", text });
export const button = (label: string, url: string): Block => ({ kind: "button", label, url });
export const facts = (...rows: [label: string, value: string][]): Block => ({ kind: "facts", rows });

/** A notification whose data was read. `expiresAt` (UTC milliseconds): from then on it would mislead and is not sent any more. */
export type Prepared = {
	expiresAt: number | null;
	goesToDisabled: boolean;
	/** Who may be taken off the list of such notifications, as `Links.unsubscribe` takes it. */
	listed: string | null;
	write: (setting: Setting) => Letter;
};
export type Kind<Data> = { schema: z.ZodType<Data>; prepare: (data: unknown) => Prepared };

/**
 * Declares a kind of notification: what it is told, and its words, which each channel lays out in its own way. The data hold
 * ids and plain words: no secret, no token.
 */
export function notification<Data>(of: {
	data: z.ZodType<Data>;
	/** Tells a disabled user about their account; every other one to them is held back. */
	goesToDisabled?: true;
	expiresAt?: (data: Data) => number;
	/** Can be done without: whom its link takes off the list. */
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
 * One line of a mail: control characters and line ends (a header could be added with them) become a space, marks that
 * turn the reading direction go.
 */
export const oneLine = (text: string): string =>
	text
		.toWellFormed()
		.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
		.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
		.trim();

/** A moment as a letter says it: "2026 年 3 月 5 日 09:30" in Taipei. */
export function inWords(ms: number): string {
	const [, year, month, day, time] = /^(\d+)-(\d+)-(\d+)T(\d\d:\d\d)/.exec(isoInTaipei(ms)) ?? [];
	return `${year} 年 ${Number(month)} 月 ${Number(day)} 日 ${time}`;
}
