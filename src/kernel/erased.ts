/** The word in place of a name, or of another text that may not be empty, after an erasure. */
export const ERASED = "已去識別化";
