import { type FileType, OFFICE, PICTURES, SHOWN, SPREADSHEETS } from "./types.ts";

const MB = 1024 * 1024;

export const PURPOSES = ["certificate", "payment_proof", "finance", "document", "logo", "import"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** What may be uploaded. */
export type UploadRule = {
	maxBytes: number;
	/** Of a picture, where less is enough for one. */
	maxPictureBytes?: number;
	types: readonly FileType[];
	/** Otherwise the name is forgotten: people put names and diagnoses into it. */
	keepsName: boolean;
};

export type PurposeRule = UploadRule & {
	/** Sealed in R2, and every view is in the audit log. */
	isSensitive: boolean;
};

/**
 * What may be uploaded for what. Certificates and imports hold 特種個資 and national IDs (個資法 §6), so they are sealed;
 * vouchers' attachments are not, so that evidence which the law wants kept survives the loss of a key.
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
};

/** Pictures and files of the website. They are public and stand in `attachments`, so they are no purpose of `files`. */
export const MEDIA_RULE: UploadRule = {
	maxBytes: 50 * MB,
	maxPictureBytes: 10 * MB,
	types: [...SHOWN, ...OFFICE, "text/csv"],
	keepsName: true,
};

/** The rule of each kind of upload. */
export const UPLOADS: Record<Purpose | "media", UploadRule> = { ...PURPOSE, media: MEDIA_RULE };
export type UploadKind = keyof typeof UPLOADS;
