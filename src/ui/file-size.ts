const KILO = 1024;

/** Writes a size as 820 KB or 3.4 MB, where a KB is 1,024 bytes, as in file managers. */
export const sizeWords = (bytes: number): string =>
	bytes < KILO * KILO ? `${Math.max(1, Math.round(bytes / KILO))} KB` : `${(bytes / KILO / KILO).toFixed(1)} MB`;
