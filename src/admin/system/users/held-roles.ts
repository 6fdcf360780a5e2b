import * as z from "zod";
import type { UserRow } from "#db/system/user-lists.ts";

const Held = z.array(z.object({ id: z.int(), name: z.string(), code: z.string() }));

/** The roles that a user holds, as their row lists them. */
export const heldRoles = (user: Pick<UserRow, "roles">): z.infer<typeof Held> => Held.parse(JSON.parse(user.roles));
