import type { BulkData, EventName, NoticeData } from "./schema.ts";

export type Notice = { event: EventName; data: NoticeData };

/**
 * A message for an endpoint: `resource` and `resourceId` say what it is about, in the words of content_changes;
 * 'content' and 0 when it is about many.
 */
export type Message = { type: string; resource: string; resourceId: number; rev: number; data: NoticeData | BulkData };
