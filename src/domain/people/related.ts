import * as z from "zod";

const Users = z.array(z.int());

/** Reads the ids of the users related to a record from the JSON that the database returns. */
export const relatedIn = (json: string): number[] => Users.parse(JSON.parse(json));

/** Whether the user is of the family of a record; `related` lists the ids of that family's users as JSON. */
export const isFamily = ({ related }: { related: string }, { userId }: { userId: number }): boolean =>
	relatedIn(related).includes(userId);
