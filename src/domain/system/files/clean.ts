export type Size = { width: number; height: number };

/** `isTurned`: its orientation makes a viewer change width and height. */
export type CleanPicture = Size & { isTurned: boolean; bytes: Uint8Array };
