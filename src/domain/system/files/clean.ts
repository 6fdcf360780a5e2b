export type Size = { width: number; height: number };

/** A cleaned picture; `isTurned` says that its orientation makes a viewer swap width and height. */
export type CleanPicture = Size & { isTurned: boolean; bytes: Uint8Array };
