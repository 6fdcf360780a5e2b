import { actionWords } from "#admin/action-words.ts";
import { forWhat, partsIn, paymentName, paymentStatus } from "#admin/money/index.ts";
import { readerOf, taskStatus } from "#admin/office/index.ts";
import { lookOf } from "#admin/people/index.ts";
import { MAIL_STATES, templateWords } from "#admin/system/index.ts";
import { actorWords } from "#admin/words.ts";
import { allows, type Gate } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import { type PaymentEntry, paymentsInTimeline } from "#db/money/index.ts";
import { type TaskEntry, tasksInTimeline } from "#db/office/index.ts";
import {
	type CertificateEntry,
	type ChangeEntry,
	certificatesInTimeline,
	changesInTimeline,
	type NoteEntry,
	notesInTimeline,
} from "#db/people/index.ts";
import { type MailEntry, mailsInTimeline } from "#db/system/index.ts";
import type { Placed, TimelineSql } from "#db/timeline.ts";
import { PAYMENT_METHOD_LABELS, PAYMENT_SOURCE_LABELS } from "#domain/money/index.ts";
import { paths } from "#http/paths.ts";
import { type Children, html } from "#ui/html.ts";
import type { IconName } from "#ui/icon-names.ts";
import { money } from "#ui/money.ts";
import { status } from "#ui/status.ts";

const { admin } = paths;

/** What an entry says, and whose doing it was. */
export type Said = { text: Children; by: string };
/** The day (YYYY-MM-DD) and the member that the entries are drawn for. */
export type Drawing = { today: string; member: number };

/** One kind of entries: who may see them, where they are, and what each says. */
export type TimelineSource = {
	kind: string;
	name: string;
	icon: IconName;
	gate: Gate;
	sql: (who: Visitor) => TimelineSql;
	says: (row: Placed, drawing: Drawing) => Said;
};

/** Makes a source whose entries have the columns of its own query. The cast is safe, because the rows are of that query. */
const source = <Row>(
	of: Omit<TimelineSource, "says"> & { says: (row: Row & Placed, drawing: Drawing) => Said },
): TimelineSource => ({ ...of, says: (row, drawing) => of.says(row as Row & Placed, drawing) });

const OWN = "本人";

const notes = source<NoteEntry>({
	kind: "note",
	name: "備忘錄",
	icon: "note",
	gate: "notes",
	sql: (who) => notesInTimeline({ hidden: allows("users", who) }),
	says: ({ content, author, hidden_at }) => ({
		text: [
			html`<span class="note-text">${content}</span>`,
			hidden_at !== null && [" ", status({ word: "已隱藏", icon: "no" })],
		],
		by: author ?? "匯入",
	}),
});

const payments = source<PaymentEntry>({
	kind: "payment",
	name: "繳費",
	icon: "coins",
	gate: "payments",
	sql: () => paymentsInTimeline,
	says: (row) => ({
		text: [
			html`<a href=${admin.payments.show(Number(row.id))}>${paymentName(Number(row.id))}</a>`,
			`　${PAYMENT_METHOD_LABELS[row.method]} ${money(row.amount)}，${forWhat(partsIn(row.parts))}`,
			row.payer !== null && `，由${row.payer}繳`,
			" ",
			paymentStatus(row.status),
		],
		by: row.is_own === 1 ? OWN : (row.submitter ?? PAYMENT_SOURCE_LABELS[row.source]),
	}),
});

const mails = source<MailEntry>({
	kind: "mail",
	name: "信件",
	icon: "mail",
	gate: "mail",
	sql: () => mailsInTimeline,
	says: ({ id, template, state }) => ({
		text: [
			html`<a href=${admin.mail.show(String(id))}>${templateWords(template)}</a>`,
			" ",
			state !== "sent" && status(MAIL_STATES[state]),
		],
		by: "系統",
	}),
});

const certificates = source<CertificateEntry>({
	kind: "certificate",
	name: "證明",
	icon: "shield",
	gate: "certificates",
	sql: () => certificatesInTimeline,
	says: (row, { today }) => ({
		text: [
			html`<a href=${admin.certificates.show(Number(row.id))}>${row.on_paper === 1 ? "登錄紙本身障證明" : "送出身障證明"}</a>`,
			" ",
			status(lookOf(row, today)),
		],
		by: row.is_own === 1 && row.on_paper === 0 ? OWN : (row.uploader ?? "匯入"),
	}),
});

const tasks = source<TaskEntry>({
	kind: "task",
	name: "任務",
	icon: "check",
	gate: "tasks",
	sql: (who) => tasksInTimeline(readerOf(who)),
	says: ({ id, title, status: state, assignee, author }) => ({
		text: [html`<a href=${admin.tasks.show(Number(id))}>${title}</a>`, " ", taskStatus(state)],
		by: assignee ?? author ?? "",
	}),
});

const changes = source<ChangeEntry>({
	kind: "change",
	name: "變更",
	icon: "history",
	gate: "members",
	sql: () => changesInTimeline,
	says: ({ action, actor, by, on_behalf_of }, { member }) => ({
		text: html`<a href=${admin.members.history(member)}>${actionWords(action)}</a>`,
		by: [by ?? actorWords(actor), on_behalf_of && `（代理 ${on_behalf_of}）`].join(""),
	}),
});

/** The kinds of entries, in the order in which entries of the same time stand. */
export const TIMELINE: readonly TimelineSource[] = [notes, payments, mails, certificates, tasks, changes];
