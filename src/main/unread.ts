/** The maximum number of unread characters before a client is closed: more than any answer of the contract and a burst of events. */
export const MAX_UNREAD = 64 << 20

/** Counts characters that a client hasn't read yet. One that is closed for it loses nothing: it reconnects and asks for the present. */
export class Unread {
  #sent = 0

  /** Counts a frame as sent; returns false if there is too much already and the client has to be closed. */
  maySend(frame: string): boolean {
    if (this.#sent > MAX_UNREAD) return false
    this.#sent += frame.length
    return true
  }

  /** Counts characters as read. */
  read(characters: number): void {
    this.#sent = Math.max(0, this.#sent - characters)
  }
}
