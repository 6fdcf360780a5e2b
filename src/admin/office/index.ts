// The door to the staff pages of the module office: the parts and words that other modules may draw.
export { STATE_LOOKS, standingOf } from "#admin/office/announcements/words.ts";
export { readerOf } from "#admin/office/tasks/asks.ts";
export { dayWords, dueNear, taskStatus } from "#admin/office/tasks/words.ts";
