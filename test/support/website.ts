import { inject } from "vitest";
import type { Answer, Received } from "./receiver.ts";

/** A website of its own at the receiver (test/support/receiver.ts), seen from a test inside workerd. */
export function website(name: string = crypto.randomUUID()) {
	const origin = inject("receiver");
	return {
		url: `${origin}/${name}`,
		/** What the next requests are answered; 200 after that. */
		answer: async (...answers: Answer[]): Promise<void> => {
			await fetch(`${origin}/_answers/${name}`, { method: "PUT", body: JSON.stringify(answers) });
		},
		/** Everything that came, once that is at least `count` requests. */
		received: async (count = 0): Promise<Received[]> =>
			(await fetch(`${origin}/_received/${name}?n=${count}`)).json<Received[]>(),
		release: async (): Promise<void> => {
			await fetch(`${origin}/_release/${name}`, { method: "POST" });
		},
	};
}
export type Website = ReturnType<typeof website>;
