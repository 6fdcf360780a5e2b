import { type FileType, OFFICE, PICTURES, SHOWN, SPREADSHEETS } from "./types.ts";

const MB = 1024 * 1024;

export const PURPOSES = [
	...(["certificate", "payment_proof", "finance", "document", "logo", "import", "release"] as const),
	"member_field",
] as const;
export type Purpose = (typeof PURPOSES)[number];

/** The rule for uploads of one kind: sizes, types, and whether the name is stored. */
export type UploadRule = {
	maxBytes: number;
	/** The largest size of a picture, where that is less than `maxBytes`. */
	maxPictureBytes?: number;
	types: readonly FileType[];
	/** Whether the file's name is stored; otherwise it is dropped, because people put names and diagnoses into it. */
	keepsName: boolean;
};

export type PurposeRule = UploadRule & {
	/** Whether the file is sealed in R2 and every view is recorded in the audit log. */
	isSensitive: boolean;
};

/**
 * The upload rules by purpose. Certificates, imports, 同意書 and the files of own fields contain 特種個資 and national IDs
 * (個資法 §6), so they are sealed; attachments of vouchers are not, so that evidence which must be kept by law survives the loss of a key.
 */
export const PURPOSE: Record<Purpose, PurposeRule> = {
	certificate: {
		maxBytes: 10 * MB,
		types: SHOWN,
		isSensitive: true,
		keepsName: false,
	},
	payment_proof: {
		maxBytes: 10 * MB,
		types: SHOWN,
		isSensitive: false,
		keepsName: false,
	},
	finance: {
		maxBytes: 10 * MB,
		types: [...SHOWN, ...OFFICE],
		isSensitive: false,
		keepsName: true,
	},
	document: {
		maxBytes: 50 * MB,
		types: [...SHOWN, ...OFFICE, "text/csv"],
		isSensitive: false,
		keepsName: true,
	},
	logo: { maxBytes: MB, types: PICTURES, isSensitive: false, keepsName: false },
	import: { maxBytes: 10 * MB, types: ["text/csv", ...SPREADSHEETS], isSensitive: true, keepsName: true },
	release: { maxBytes: 10 * MB, types: SHOWN, isSensitive: true, keepsName: false },
	member_field: { maxBytes: 10 * MB, types: [...SHOWN, ...OFFICE], isSensitive: true, keepsName: false },
};

/**
 * The rule for pictures and files of the website. They are public and stored in `attachments`, so they are not a
 * purpose of `files`.
 */
export const MEDIA_RULE: UploadRule = {
	maxBytes: 50 * MB,
	maxPictureBytes: 10 * MB,
	types: [...SHOWN, ...OFFICE, "text/csv"],
	keepsName: true,
};

/** The rules of all kinds of upload. */
export const UPLOADS: Record<Purpose | "media", UploadRule> = { ...PURPOSE, media: MEDIA_RULE };
export type UploadKind = keyof typeof UPLOADS;
