// The door of the module office: its rules, schemas and words that other modules may know. Pure, like what it names.
export { audienceWords, seesAllAnnouncements } from "#domain/office/announcements/audience.ts";
export { type RecordRef, TASK_STATUS_LABELS, type TaskStatus } from "#domain/office/tasks/labels.ts";
export { isOverdue } from "#domain/office/tasks/rules.ts";
