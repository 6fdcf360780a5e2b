/** What `cloudflare:test` is in Node (../in-node.mjs): the association that every seed begins with, while it is made. */
import { Database } from "../../../scripts/asked-database.ts";
import { InProcess } from "../d1-in-process.ts";
import { migratedInMemory } from "../migrated-at-once.ts";
import { bucket } from "./bucket.ts";

export const first = new InProcess(migratedInMemory());

export const KEYS = { SEALING_KEY: Buffer.from("test-sealing-key-32-bytes-long!!").toString("base64") };

export const env = { DB: new Database("DB", async (asked) => first.run(asked)), FILES: bucket(), ...KEYS };
