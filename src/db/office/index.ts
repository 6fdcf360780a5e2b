// The door to the SQL of the module office: the reads and writes that other modules may use.
export { announcementFor, announcementsFor, type ReaderRow, unreadOf } from "#db/office/announcement-readers.ts";
export {
	type AnnouncementRow,
	countPublicAnnouncements,
	publicAnnouncement,
	publicAnnouncements,
} from "#db/office/announcements.ts";
export { type TaskEntry, tasksInTimeline } from "#db/office/member-timeline.ts";
export { type OwnTaskRow, ownTasks } from "#db/office/task-lists.ts";
export { tasksAbout } from "#db/office/task-records.ts";
export type { TaskReader } from "#db/office/tasks.ts";
