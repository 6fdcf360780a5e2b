/**
 * The kinds of mail that can be unsubscribed from. Mails about one's own account, dues and requests are not among them.
 */
export const MAIL_KINDS = ["member_announcements", "staff_announcements"] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
export const MAIL_KIND_LABELS: Record<MailKind, string> = {
	member_announcements: "會員公告",
	staff_announcements: "工作人員公告",
};

/** A subscriber of a kind of mail: a login, or a member without one. */
export type Subscriber = { kind: MailKind } & ({ user: number; member: null } | { user: null; member: number });

/**
 * Reads the subscriber from the text in a mail's link: "member_announcements-u12" (user 12), "member_announcements-m34"
 * (member 34); undefined for any other text.
 */
export function subscriberOf(listed: string): Subscriber | undefined {
	const [, kind, who, digits] = /^(\w+)-([um])([1-9]\d{0,14})$/.exec(listed) ?? [];
	const known = MAIL_KINDS.find((one) => one === kind);
	if (!known) return undefined;
	const id = Number(digits);
	return who === "u" ? { kind: known, user: id, member: null } : { kind: known, user: null, member: id };
}
