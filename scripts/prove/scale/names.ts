/** What the Worker with counted round trips and those who ask it agree on. */

/** The headers of an answer that tell its round trips to DB, and the rows that D1 read for it. */
export const TRIPS = "X-Round-Trips";
export const ROWS = "X-Rows-Read";

/** An address that makes one bare query, with which times are compared. */
export const BARE = "/one-query";
/** Addresses that do what no page may, for the test of the judge: one reads a whole table, one asks for each row, one fails. */
export const PLANTED = { reads: "/reads-everything", asks: "/asks-for-each-row", fails: "/fails-when-large" };
