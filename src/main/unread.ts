/** Characters that may be on their way to a client before it counts as one that does not read: more than any answer of the contract, and a burst of news. */
export const MOST_UNREAD = 64 << 20

/**
 * What was sent to a client and not read yet, in characters. A client that is closed for it loses nothing: it connects again and asks for the present.
 */
export class Unread {
  #sent = 0

  /** Counts a frame as sent; false where it is too much already, and the client is to be closed instead. */
  maySend(frame: string): boolean {
    if (this.#sent > MOST_UNREAD) return false
    this.#sent += frame.length
    return true
  }

  /** Takes in that so many characters were read. */
  read(characters: number): void {
    this.#sent = Math.max(0, this.#sent - characters)
  }
}
