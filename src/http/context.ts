import type { Context } from "hono";
import type { Bindings } from "#env.ts";
import type { Form } from "#http/body.ts";

/** The types of Hono's context. `sent` is the request's form once it was read: a body can be read only once. */
export type App = { Bindings: Bindings; Variables: { sent?: Form } };

export type Handler = (c: Context<App>) => Promise<Response>;

/**
 * What public answers say of the site: `base` is the API's own address, `origin` the website's (neither ever comes from
 * the header Host), `name` the association's, or the website's host while it has none.
 */
export type Site = { base: string; origin: string; name: string };
