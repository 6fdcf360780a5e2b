import * as z from "zod";

/** The messages of the queue. src/jobs/index.ts is the table of which job handles which message. */
export type Message =
	| { type: "content.changed" }
	| { type: "webhook.due" }
	| { type: "outbox.waiting" }
	| { type: "mail.due" }
	| { type: "pictures.waiting" };

/** The Worker's bindings, as wrangler.toml and the secrets give them. */
export interface Bindings {
	DB: D1Database;
	SEARCH: D1Database;
	FILES: R2Bucket;
	/** The files that scripts/build-assets.ts built: public files, and the font of PDF files. */
	ASSETS: Fetcher;
	EVENTS: Queue<Message>;
	/** The queue for webhooks of websites that answer too slowly. */
	SLOW: Queue<Message>;
	/** The queue for pictures of the website that wait to be made smaller. */
	PICTURES: Queue<Message>;
	IMAGES: ImagesBinding;
	/** The rate limit of the API for what no cache answers, counted by the client's IP address. */
	RATE_LIMIT: RateLimit;
	/** The same for websites with a read token, counted by the token. */
	SITE_LIMIT: RateLimit;
	/**
	 * The rate limit of the sign-in pages' forms, counted by the client's IP address or by the users known in the
	 * browser.
	 */
	DOOR_LIMIT: RateLimit;
	/** The Worker's build, a part of every cache key. */
	VERSION: WorkerVersionMetadata;
	ENVIRONMENT: string;
	PUBLIC_BASE_URL: string;
	PUBLIC_SITE_ORIGIN: string;
	PREVIEW_ORIGIN_PATTERN: string;
	PREVIEW_URL?: string;
	CACHE: string;
	/**
	 * Secrets for sealed data, preview links, sessions, passwords and one-time links: each the base64 of 32 bytes, only
	 * PREVIEW_KEY may be any text.
	 */
	SEALING_KEY: string;
	PREVIEW_KEY: string;
	SESSION_KEY: string;
	PASSWORD_PEPPER: string;
	/** The pepper before its last change: passwords hashed with it still work, and are hashed again at sign-in. */
	PASSWORD_PEPPER_BEFORE?: string;
	LINK_KEY: string;
	/** The bindings and secrets for sending mail; the settings say which of them are needed. */
	EMAIL?: SendEmail;
	RESEND_API_URL?: string;
	RESEND_API_KEY?: string;
	RESEND_WEBHOOK_SECRET?: string;
}

const origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);

const Config = z.object({
	ENVIRONMENT: z.enum(["development", "test", "production"]),
	/** The API's own address, without a trailing slash; links are never made from the header Host. */
	PUBLIC_BASE_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/{1,9}$/, "")),
	PUBLIC_SITE_ORIGIN: origin,
	PREVIEW_ORIGIN_PATTERN: z.string().max(200).default(""),
	CACHE: z.enum(["on", "edge", "off"]).default("on"),
	RESEND_API_URL: z.url({ protocol: /^https?$/ }).default("https://api.resend.com"),
});
export type Config = z.infer<typeof Config>;

const parsed = new WeakMap<object, Config>();

/** Returns the configuration of this Worker, parsed once per isolate; throws with the name of an invalid variable. */
export function readConfig(env: Bindings): Config {
	const known = parsed.get(env);
	if (known) return known;
	const config = Config.parse(env);
	parsed.set(env, config);
	return config;
}
