const KILO = 1024;

/** 820 KB, 3.4 MB: 1,024 bytes are a KB, as file managers count. */
export const sizeWords = (bytes: number): string =>
	bytes < KILO * KILO ? `${Math.max(1, Math.round(bytes / KILO))} KB` : `${(bytes / KILO / KILO).toFixed(1)} MB`;
