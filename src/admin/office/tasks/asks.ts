import { allows, type Gate } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { RecordViewer } from "#db/office/task-records.ts";
import type { TaskReader, TaskRow } from "#db/office/tasks.ts";
import { seesAll } from "#domain/content/index.ts";
import { arrangeTask } from "#domain/office/tasks/actions.ts";
import type { TaskArrangement } from "#domain/office/tasks/form.ts";
import { RECORD_TYPES, type RecordType } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { undoBy } from "#kits/steps/undo.ts";
import { relay } from "#platform/queue.ts";
import { hrefWith } from "#ui/url-state.ts";

/** Sends the queued mails at once, so that the assignee learns of the task. */
export const tell = ({ c, env }: Pick<Ask, "c" | "env">): void => c.executionCtx.waitUntil(relay(env, "mail.due"));

type Arranging = { shown: string; sentTo: (id: number) => string };
/**
 * Saves who does a task, until when and how urgent it is, as its row or card sent it to `sentTo`, and leads back to where it
 * is shown, with the conditions of the address. The message has the form that takes it back.
 */
export async function arrange(
	ask: Ask<{ id: number }, object>,
	{ version, ...arrangement }: TaskArrangement & { version: number },
	{ shown, sentTo }: Arranging,
) {
	const { id } = ask.params;
	const was = await arrangeTask(ask.db, { id, version }, { arrangement, by: ask.by });
	tell(ask);
	const { open: _, ...query } = ask.c.req.query();
	return {
		to: `${hrefWith({ path: shown, query }, {})}#task-${id}`,
		...arranged(was, arrangement, hrefWith({ path: sentTo(id), query }, {})),
	};
}

/**
 * Returns the message after a task was arranged, with the form that takes it back (it is sent to `action`) as long as nobody
 * changed the task since; nothing is taken back where nothing changed.
 */
const arranged = (was: TaskRow, now: TaskArrangement, action: string) =>
	was.assignee_id === now.assignee && was.due_on === now.due_on && was.priority === now.priority
		? { flash: `任務「${was.title}」沒有改變。`, tone: "info" as const }
		: {
				flash: `已儲存任務「${was.title}」。`,
				...undoBy(action, {
					assignee: was.assignee_id,
					due_on: was.due_on,
					priority: was.priority,
					version: was.version + 1,
				}),
			};

/** Returns the user as a reader of tasks: one who sees all tasks, or only the tasks assigned to the user. */
export const readerOf = (who: Visitor): TaskReader => ({ userId: who.userId, seesAll: allows("tasks_manage", who) });

const { admin } = paths;
/** Who may open the page of a linked record (`gate`), and the page's address (`href`), by the kind of the record. */
const RECORDS: Record<RecordType, { gate: Gate; href: (id: number) => string }> = {
	member: { gate: "members", href: admin.members.show },
	certificate: { gate: "certificates", href: admin.certificates.show },
	payment: { gate: "payments", href: admin.payments.show },
	receipt: { gate: "receipts", href: admin.receipts.show },
	finance: { gate: "finance", href: admin.finance.show },
	income: { gate: "income", href: admin.income.show },
	voucher: { gate: "ledger", href: admin.ledger.voucher },
	article: { gate: "articles", href: admin.articles.show },
	page: { gate: "pages", href: admin.pages.show },
	document: { gate: "documents", href: admin.documents.show },
	announcement: { gate: "announcements", href: admin.announcements.show },
};

export const recordHref = (type: RecordType, id: number): string => RECORDS[type].href(id);

/**
 * Returns what the user may see of records linked to a task: the kinds of records, and whether all requests, documents
 * and announcements.
 */
export const recordViewerOf = (who: Visitor): RecordViewer => ({
	userId: who.userId,
	types: RECORD_TYPES.filter((type) => allows(RECORDS[type].gate, who)),
	allFinance: allows("finance_all", who),
	allDocuments: seesAll(who.permissions),
	allAnnouncements: who.permissions.has("announcements.manage"),
});
