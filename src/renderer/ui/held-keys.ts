/** Selectors of the elements on which a key acts without a command. */
interface Controls {
  /** Those with editable text. */
  text: string
  /** Those that Enter and Space press. */
  pressed: string
  /** Those that Space turns on or off. */
  checked: string
}

/**
 * The keys that are pressed while the window loads what an earlier key asked for. They are pressed again, in order, once it is there: a user who
 * opens a view, asks for a file and types its name at once writes the name, and runs no commands by its letters.
 */
export class HeldKeys {
  readonly #controls: Controls
  #held: KeyboardEvent[] = []
  #wait: Promise<unknown> | undefined
  #isReplaying = false
  #isPressing = false

  constructor(controls: Controls) {
    this.#controls = controls
  }

  /** Holds all keys until `wait` is settled. If it rejects, they are forgotten. */
  holdUntil(wait: Promise<unknown>): void {
    this.#wait = wait
    if (!this.#isReplaying) void this.#replay()
  }

  /** Whether a key is held. It must not do anything else then. */
  takes(event: KeyboardEvent): boolean {
    if (!this.#isReplaying || this.#isPressing) return false
    this.#held.push(event)
    return true
  }

  async #replay(): Promise<void> {
    this.#isReplaying = true
    while (this.#wait || this.#held.length > 0) {
      const wait = this.#wait
      this.#wait = undefined
      try {
        await wait
      } catch {
        this.#held = []
      }
      // What was loaded, or what the last key changed, is drawn first.
      await new Promise((done) => setTimeout(done))
      const next = this.#wait ? undefined : this.#held.shift()
      if (next) this.#press(next)
    }
    this.#isReplaying = false
  }

  #press(event: KeyboardEvent): void {
    this.#isPressing = true
    const isUnused = (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', event))
    this.#isPressing = false
    const focus = document.activeElement
    if (!isUnused || event.ctrlKey || event.metaKey || event.altKey || !(focus instanceof HTMLElement)) return
    // A key that a program sends types and presses nothing by itself. `insertText` types as a person does: undo and the field's own checks hear it.
    const { text, pressed, checked } = this.#controls
    if ((/^(Enter| )$/.test(event.key) && focus.matches(pressed)) || (event.key === ' ' && focus.matches(checked))) focus.click()
    else if (event.key.length === 1 && focus.closest(text)) document.execCommand('insertText', false, event.key)
  }
}
