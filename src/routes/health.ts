import * as z from "zod";
import { HealthReply } from "#domain/content/index.ts";
import type { Handler } from "#http/context.ts";
import type { Address } from "#http/endpoint.ts";
import { publish } from "#http/public.ts";
import { refreshState } from "#http/state.ts";
import { errorText, log } from "#platform/log.ts";
import { send } from "#platform/queue.ts";

export const healthAddress: Address = {
	path: "/health",
	summary: "服務狀態",
	description: "資料庫是否有回應，以及目前的內容版次。永不快取。",
	example: "/health",
	params: z.object({}),
	query: z.object({}),
	reply: HealthReply,
	also: [503],
};

const HEADERS = { "Content-Type": "application/json; charset=utf-8", "Cache-Control": "no-store" };

/**
 * Answers `{status, rev}`, always from the database: "ok", or 503 and "down" when the database does not answer. When it
 * finds a new revision, it queues the message `content.changed`, as any request does.
 */
export const showHealth: Handler = async (c) => {
	try {
		const { state, raised } = await refreshState(c.env);
		if (raised) c.executionCtx.waitUntil(send(c.env, "content.changed"));
		return publish(c, Response.json({ status: "ok", rev: state.rev }, { headers: HEADERS }), state);
	} catch (error) {
		log("error", "health.database_down", { error: errorText(error) });
		return publish(c, Response.json({ status: "down", rev: null }, { status: 503, headers: HEADERS }));
	}
};
