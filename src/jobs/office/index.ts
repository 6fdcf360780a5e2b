// The door to the jobs of the module office.
export { mailAnnouncements } from "#jobs/office/announcements.ts";
export { keepTasks } from "#jobs/office/tasks.ts";
