// The door to the verbs of the module office that others may call.
export { markRead, openAnnouncementFile } from "#domain/office/announcements/actions.ts";
