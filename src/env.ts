import * as z from "zod";

/** What travels on the queue. src/jobs/index.ts is the table of who takes which. */
export type Message =
	| { type: "content.changed" }
	| { type: "webhook.due" }
	| { type: "outbox.waiting" }
	| { type: "mail.due" };

/** The Worker's bindings, as wrangler.toml and the secrets give them. */
export interface Bindings {
	DB: D1Database;
	SEARCH: D1Database;
	FILES: R2Bucket;
	/** What scripts/build-assets.ts built: public files, and the font of PDF files. */
	ASSETS: Fetcher;
	EVENTS: Queue<Message>;
	/** The queue of websites that answer too slowly. */
	SLOW: Queue<Message>;
	RATE_LIMIT: RateLimit;
	/** Forms of the doors, by address. */
	DOOR_LIMIT: RateLimit;
	/** Which build this is: part of every cache key. */
	VERSION: WorkerVersionMetadata;
	ENVIRONMENT: string;
	PUBLIC_BASE_URL: string;
	PUBLIC_SITE_ORIGIN: string;
	PREVIEW_ORIGIN_PATTERN: string;
	CACHE: string;
	/** Secrets, each the base64 of 32 bytes: what is stored encrypted, previews, sessions, passwords, one-time links. */
	SEALING_KEY: string;
	PREVIEW_KEY: string;
	SESSION_KEY: string;
	PASSWORD_PEPPER: string;
	/** The pepper before a change of it: passwords under it still open, and are hashed again at sign-in. */
	PASSWORD_PEPPER_BEFORE?: string;
	LINK_KEY: string;
	/** For mail; which of them is needed, the settings say. */
	EMAIL?: SendEmail;
	RESEND_API_URL?: string;
	RESEND_API_KEY?: string;
	RESEND_WEBHOOK_SECRET?: string;
}

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

const Config = z.object({
	ENVIRONMENT: z.enum(["development", "test", "production"]),
	/** The API's own address, without a trailing slash: links never come from Host. */
	PUBLIC_BASE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/{1,9}$/, "")),
	PUBLIC_SITE_ORIGIN: origin,
	PREVIEW_ORIGIN_PATTERN: z.string().max(200).default(""),
	CACHE: z.enum(["on", "edge", "off"]).default("on"),
	RESEND_API_URL: z.url({ protocol: /^https?$/ }).default("https://api.resend.com"),
});
export type Config = z.infer<typeof Config>;

const parsed = new WeakMap<object, Config>();

/** The configuration of this Worker, parsed once per isolate; throws with the name of what is wrong. */
export function readConfig(env: Bindings): Config {
	const known = parsed.get(env);
	if (known) return known;
	const config = Config.parse(env);
	parsed.set(env, config);
	return config;
}
