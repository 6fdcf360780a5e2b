import * as z from "zod";
import { MOST } from "#kernel/field-limits.ts";
import { Checked, line, lines, Version } from "#kernel/form.ts";
import type { Priority } from "#kernel/priority.ts";
import { refsUpTo } from "#kernel/refs.ts";
import { dayOrNone } from "#kernel/typed.ts";
import { RECORD_TYPES, type RecordRef, TASK_STATUSES, type TaskStatus } from "./labels.ts";

/** The largest lengths of a title and of a body, in code points. */
export const TITLE_MAX = 120;
export const BODY_MAX = 5_000;
/** The most characters of an item of a checklist. */
export const ITEM_MAX = 200;

/** Matches invisible characters: controls, direction marks, zero-width spaces; a NUL would end the text for SQLite. */
const UNSEEN = /(?![\t\n])[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const clean = (text: string): string => text.toWellFormed().replace(UNSEEN, "").trim();

const Id = z.coerce.number().int().positive().max(1e15);
const PRIORITY: Record<string, Priority> = { "1": 1, "2": 2, "3": 3, "4": 4 };

const FIELDS = {
	title: line(TITLE_MAX)
		.transform(clean)
		.refine((text) => text !== "", { error: "請填寫標題。" }),
	body: lines(BODY_MAX).transform(clean).default(""),
	status: z.enum(TASK_STATUSES),
	priority: z.enum(["1", "2", "3", "4"]).transform((code) => PRIORITY[code] ?? 3),
	assignee: z
		.literal("")
		.transform(() => null)
		.or(Id),
	due_on: dayOrNone(),
};

/** The schema of a record's name in addresses and forms: "member:12". */
export const About = z
	.string()
	.regex(/^[a-z]{4,12}:[1-9]\d{0,14}$/)
	.transform((text, context): RecordRef => {
		const [kind, id] = text.split(":");
		const type = RECORD_TYPES.find((known) => known === kind);
		if (type) return { type, id: Number(id) };
		context.addIssue("unknown kind");
		return z.NEVER;
	});

export const TaskInput = z.strictObject(FIELDS);
export type TaskInput = z.infer<typeof TaskInput>;
/** The form of a new task, with the record that it was begun from. */
export const NewTask = z.strictObject({
	...FIELDS,
	about: z
		.literal("")
		.transform(() => undefined)
		.or(About)
		.optional(),
	/** Where the user goes on: by default at the task. */
	next: z.literal("list").optional(),
});
/** The form that edits a task; `base` holds the values that the form started from. */
export const TaskEdit = z.strictObject({ ...FIELDS, version: Version, base: z.string().max(50_000).default("") });

/** The form in a row of the list: who does a task, until when, and how urgent it is. */
export const TaskArrangement = z.strictObject({
	assignee: FIELDS.assignee,
	due_on: FIELDS.due_on,
	priority: FIELDS.priority,
	version: Version,
});
export type TaskArrangement = Omit<z.infer<typeof TaskArrangement>, "version">;

/** The most tasks that are changed at once. */
export const MOST_CHANGED = 200;
/** Leaves a field of many tasks as it is. */
const kept = z
	.literal("")
	.default("")
	.transform(() => undefined);

/**
 * The form that changes many tasks: "12:3 15:1" (ids and the versions that were seen), and what is set on all of them; an
 * empty field stays as each task has it.
 */
export const TasksChange = z
	.strictObject({
		refs: refsUpTo(MOST_CHANGED, { none: "請先勾選任務。" }),
		here: z.string().max(2_000).default(""),
		assignee: z
			.literal("none")
			.transform(() => null)
			.or(Id)
			.or(kept),
		due_on: FIELDS.due_on.transform((day) => day ?? undefined),
		priority: FIELDS.priority.or(kept),
		status: FIELDS.status.or(kept),
	})
	.transform(({ refs, here, ...fields }) => ({
		refs,
		here,
		change: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as TaskChange,
	}))
	.refine(({ change }) => Object.keys(change).length > 0, { error: "請至少選一項要變更的。", path: ["assignee"] });
/** What many tasks get. */
export type TaskChange = Partial<Pick<TaskInput, "assignee" | "due_on" | "priority" | "status">>;

/** A place in a column of the board: at the top, at the end, or directly before another task (its id). */
export type Place = { status: TaskStatus; at: "top" | "end" | number };
const PlaceText = z
	.string()
	.regex(/^(?:todo|doing|done|dropped)\|(?:top|end|[1-9]\d{0,14})$/)
	.transform((text): Place => {
		const [column, at] = text.split("|");
		const status = TASK_STATUSES.find((known) => known === column) ?? "todo";
		return { status, at: at === "top" || at === "end" ? at : Number(at) };
	});
export const TaskMove = z.strictObject({
	place: PlaceText,
	version: Version,
	from: z.enum(["board", "task"]).default("board"),
});

/** What is typed to find the record that a task is linked to. */
export const RecordSearch = z
	.string()
	.max(200)
	.register(MOST, { characters: 100 })
	.transform((text) => text.toWellFormed().trim())
	.default("");
export const TaskLink = z.strictObject({ about: About });

const itemText = line(ITEM_MAX)
	.transform(clean)
	.refine((text) => text !== "", { error: "請填寫要做的事。" });
/** The form of a new item of a checklist; `done` and `before` bring back one that was removed. */
export const NewItem = z.strictObject({ text: itemText, done: Checked, before: Id.optional() });
export type NewItem = z.infer<typeof NewItem>;
/** The form that changes an item's text; `was` is the text that the user saw. */
export const ItemEdit = z.strictObject({ item: Id, text: itemText, was: z.string().max(2 * ITEM_MAX) });
/** The form that ticks an item, or takes the tick back. */
export const ItemTick = z.strictObject({ item: Id, done: z.enum(["1", "0"]).transform((done) => done === "1") });
/** The form that moves an item: to the end, or before another one. */
export const ItemMove = z.strictObject({ item: Id, place: z.literal("end").or(Id) });
export const ItemRemoval = z.strictObject({ item: Id });
