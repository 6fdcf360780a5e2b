import type { BulkData, EventName, NoticeData } from "./schema.ts";

export type Notice = { event: EventName; data: NoticeData };

/** What an endpoint is told: `resource` and `resourceId` say of what, in content_changes' words; 'content', 0 of many. */
export type Message = { type: string; resource: string; resourceId: number; rev: number; data: NoticeData | BulkData };
