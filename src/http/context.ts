import type { Context } from "hono";
import type { Bindings } from "#env.ts";
import type { Form } from "#http/body.ts";

/** `sent` is the form of this request where it was read already: a body can be read once. */
export type App = { Bindings: Bindings; Variables: { sent?: Form } };

export type Handler = (c: Context<App>) => Promise<Response>;

/** How public answers are shaped: the API's own address and the website's. Neither ever comes from Host. */
export type Site = { base: string; origin: string };
