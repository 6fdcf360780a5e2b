import { app } from "#app.ts";
import type { Bindings, Message } from "#env.ts";
import { fromEdge, fromMemory } from "#http/serve.ts";

/**
 * The Worker's handlers. Jobs are loaded when the first message or schedule comes, so that an isolate that answers
 * requests starts without them.
 */
export default {
	fetch: (request, env, ctx) =>
		fromMemory(request, env, ctx) ?? fromEdge(request, env, ctx, () => app.fetch(request, env, ctx)),
	queue: async (batch, env) => (await import("#jobs/index.ts")).queue(batch, env),
	scheduled: async (controller, env) => (await import("#jobs/schedule.ts")).scheduled(controller, env),
} satisfies ExportedHandler<Bindings, Message>;
