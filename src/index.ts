import { app } from "#app.ts";
import type { Bindings, Message } from "#env.ts";
import { queue } from "#jobs/index.ts";
import { scheduled } from "#jobs/schedule.ts";

export default { fetch: app.fetch, queue, scheduled } satisfies ExportedHandler<Bindings, Message>;
