import * as z from "zod";
import { identify } from "./identifiers.ts";

export const USER_STATUSES = ["invited", "active", "disabled"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/**
 * Whether a name is readable: no line breaks, no marks that change the reading direction, and not invisible, since such
 * names could pass for another's.
 */
const isReadable = (name: string): boolean =>
	name === "" ||
	(!/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(name) && /[\p{L}\p{N}]/u.test(name));
const Name = z.string().trim().min(1, "請填寫姓名。").max(80).refine(isReadable, "姓名請只用看得見的文字。");

/** The form of a user: a name, and in any spelling an e-mail address or a phone number to sign in with, or both. */
export const UserInput = z
	.strictObject({ name: Name, email: z.string().max(254), phone: z.string().max(40) })
	.transform(({ name, email, phone }, context) => {
		const say = (path: "email" | "phone", message: string) =>
			context.addIssue({ code: "custom", path: [path], message });
		const asEmail = identify(email);
		const asPhone = identify(phone);
		if (email.trim() !== "" && asEmail?.kind !== "email") say("email", "請輸入電子郵件，例如 name@example.org。");
		if (phone.trim() !== "" && asPhone?.kind !== "phone") say("phone", "請輸入手機號碼，例如 0912 345 678。");
		if (email.trim() === "" && phone.trim() === "") say("email", "電子郵件和手機號碼請至少填寫一項。");
		return {
			name,
			email: asEmail?.kind === "email" ? asEmail.email : null,
			phone: asPhone?.kind === "phone" ? asPhone.phone : null,
		};
	});
/** The data of a user; e-mail and phone are canonical, as `identify` makes them. */
export type UserInput = z.infer<typeof UserInput>;

/** The roles ticked in a form. */
export const RoleIds = z.array(z.coerce.number().int().positive()).transform((ids) => [...new Set(ids)]);
