/** What the Worker may weigh, in bytes of gzipped code. A module counts as a whole once it is evaluated. */
const KB = 1024;

/** Evaluated by an isolate until its first answer of the public API. */
export const API_GZIP = 200 * KB;
/** Evaluated until the first page of the staff. */
export const PAGE_GZIP = 700 * KB;
/** All modules together, which each deployment sends: the least that an account may. */
export const WORKER_GZIP = 3 * 1024 * KB;
