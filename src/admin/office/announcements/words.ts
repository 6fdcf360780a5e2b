import type { MailingRow, ReceiverResult } from "#db/office/announcement-mailings.ts";
import { audienceOf, audienceWords, type NamedAudience } from "#domain/office/announcements/audience.ts";
import { ANNOUNCEMENT_STATE_LABELS, type AnnouncementState, stateOf } from "#domain/office/announcements/rules.ts";
import type { Option } from "#ui/field-parts.ts";
import type { Status } from "#ui/status.ts";

export const STATE_LOOKS: Record<AnnouncementState, Status> = {
	draft: { word: ANNOUNCEMENT_STATE_LABELS.draft, icon: "edit" },
	scheduled: { word: ANNOUNCEMENT_STATE_LABELS.scheduled, tone: "info", icon: "calendar" },
	open: { word: ANNOUNCEMENT_STATE_LABELS.open, tone: "ok" },
	closed: { word: ANNOUNCEMENT_STATE_LABELS.closed, icon: "archive" },
};

/** Returns the state of a stored announcement at a time (UTC milliseconds). */
export const standingOf = (
	row: { publish_from: number | null; publish_until: number | null; is_live: 0 | 1 },
	at: number,
): AnnouncementState => stateOf({ from: row.publish_from, until: row.publish_until, isLive: row.is_live === 1 }, at);

/** Returns an announcement's audience as a status: word, colour and icon. */
export function audienceLook(code: string, named: readonly NamedAudience[]): Status {
	const word = audienceWords(code, named);
	switch (audienceOf(code)?.kind) {
		case "public":
			return { word, tone: "info", icon: "external" };
		case "staff":
			return { word, tone: "warn", icon: "lock" };
		default:
			return { word, icon: "users" };
	}
}

/** Returns all audiences as options, in the order of the form. */
export const audienceOptions = (named: readonly NamedAudience[]): Option[] =>
	["public", "members", ...named.filter(({ is_open }) => is_open === 1).map(({ code }) => code)].map((value) => ({
		value,
		label: audienceWords(value, named),
	}));

export const MAILING_LOOKS: Record<MailingRow["state"], Status> = {
	waiting: { word: "等候寄送", tone: "info", icon: "clock" },
	sending: { word: "寄送中", tone: "info", icon: "send" },
	done: { word: "寄送完畢", tone: "ok" },
	stopped: { word: "已停止", icon: "x" },
};

export const RESULT_LOOKS: Record<ReceiverResult, Status> = {
	sent: { word: "已寄出", tone: "ok" },
	waiting: { word: "等候寄出", tone: "info", icon: "clock" },
	failed: { word: "沒有寄到", tone: "danger" },
	no_address: { word: "沒有電子郵件", icon: "minus" },
	bounced: { word: "上次的信退回，沒寄", icon: "warn" },
	unsubscribed: { word: "已取消訂閱", icon: "no" },
};
