import * as z from "zod";

/** Who may have a place for a signature or seal at the foot of printed papers, in the printed order. */
export const SIGNER_LABELS = {
	chair: "理事長",
	secretary: "會務主管（秘書長或總幹事）",
	reviewer: "覆核",
	accountant: "會計",
	cashier: "出納",
	maker: "製單（傳票的製票、報表的製表、收據與存款單的經手人）",
} as const;
export type SignerRole = keyof typeof SIGNER_LABELS;
const ROLES = Object.keys(SIGNER_LABELS) as SignerRole[];
export const SIGNERS_DEFAULT = ["chair", "accountant", "cashier", "maker"] as const satisfies readonly SignerRole[];

/** Reads the stored setting of the signers; what is not stored, or not readable, is the default. */
export function readSigners(stored: string | undefined): readonly SignerRole[] {
	try {
		const read = z.array(z.enum(ROLES)).safeParse(JSON.parse(stored ?? ""));
		return read.success ? read.data : SIGNERS_DEFAULT;
	} catch {
		return SIGNERS_DEFAULT;
	}
}

/** What the settings say about the signers: their roles, and the title of the secretary, null where there is none. */
export type Signing = { signers: readonly SignerRole[]; secretary: string | null };

/** Returns the words at the foot of a paper; `maker` is what its maker is called there, such as 製票. */
export function signersOn({ signers, secretary }: Signing, maker: string): string[] {
	const words: Record<SignerRole, string | null> = {
		chair: "理事長",
		secretary,
		reviewer: "覆核",
		accountant: "會計",
		cashier: "出納",
		maker,
	};
	return ROLES.filter((role) => signers.includes(role)).flatMap((role) => words[role] ?? []);
}

/** Returns the stored title of the secretary, null for an association without one. */
export const secretaryIn = (title: string): string | null => (title === "none" ? null : title);
