/** A picture on its way into the text; its mark stands where it will be. */
export type Upload = {
	/** How much of it was sent, from 0 to 1. */
	part: number;
	/** Why it was not stored. */
	problem?: string;
	/** What the mark became; undo may bring the mark back. */
	done?: string;
	cancel: () => void;
	again: () => void;
};

/** The pictures on their way, by their marks; says `change` when one of them changed. */
export class Uploads extends EventTarget {
	private readonly all = new Map<string, Upload>();
	of(mark: string): Upload | undefined {
		return this.all.get(mark);
	}
	tell(mark: string, upload: Upload): void {
		this.all.set(mark, upload);
		this.dispatchEvent(new Event("change"));
	}
}
