import * as z from "zod";
import type { UserRow } from "#db/system/user-lists.ts";

const Held = z.array(z.object({ id: z.int(), name: z.string(), code: z.string() }));

/** Parses the roles that a user has, from the JSON of the user's row. */
export const heldRoles = (user: Pick<UserRow, "roles">): z.infer<typeof Held> => Held.parse(JSON.parse(user.roles));
