/** What the Worker may weigh, gzipped: bytes of the code that each deployment sends. */
const KB = 1024;

/** The content service: everything but the HTML of src/surfaces.ts. */
export const CONTENT_GZIP = 300 * KB;
/** The whole Worker, spreadsheets included: their code is loaded on use, but travels with it. */
export const WORKER_GZIP = 1088 * KB;
