/** Budgets of the Worker's size, in bytes of gzipped code. A module counts with all its code once it is evaluated. */
const KB = 1024;

/** The most code that an isolate evaluates until its first answer of the public API. */
export const API_GZIP = 200 * KB;
/** The most code that an isolate evaluates until its first staff page. */
export const PAGE_GZIP = 700 * KB;
/** The most code of all modules together, which each deployment sends: the limit of the smallest Cloudflare plan. */
export const WORKER_GZIP = 3 * 1024 * KB;
