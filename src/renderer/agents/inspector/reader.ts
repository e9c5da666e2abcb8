import type { TurnLine, TurnPage } from '../../../shared/table/turns'
import { withNewest } from './turn-lines'

/** The known turns, oldest first. */
export interface Turns {
  lines: readonly TurnLine[]
  /** Not everything has been read yet. */
  waiting: boolean
  /** Why reading stopped, in words. */
  problem?: string
}

const PAGE_TURNS = 1000
const FIRST_PAGE_TURNS = 60

/** Reads a whole list of turns page by page, and then keeps it up to date with its newest page. */
export class TurnReader {
  #lines: readonly TurnLine[] = []
  #busy = false
  #again = false
  #stopped = false

  /** `ask` fetches a page, `show` is called after every update, and `words` turns an error of `ask` into a sentence. */
  constructor(
    private readonly ask: (limit: number, before?: string) => Promise<TurnPage>,
    private readonly show: (turns: Turns) => void,
    private readonly words: (error: unknown) => string
  ) {}

  /** Reads everything again. */
  readAll = (): Promise<void> => this.#run(() => this.#all())

  /** Reads new turns. If a read is in progress, it reads once more afterwards. */
  refresh = (): Promise<void> => this.#run(() => this.#newest())

  /** Stops calling `show`. */
  stop(): void {
    this.#stopped = true
  }

  async #run(read: () => Promise<void>): Promise<void> {
    if (this.#busy) {
      this.#again = true
      return
    }
    this.#busy = true
    try {
      await read()
    } catch (error) {
      this.#tell({ lines: this.#lines, waiting: false, problem: this.words(error) })
    } finally {
      this.#busy = false
    }
    if (!this.#again || this.#stopped) return
    this.#again = false
    await this.refresh()
  }

  async #all(): Promise<void> {
    let turns: TurnLine[] = []
    for (let more = true; more && !this.#stopped;) {
      const page = await this.ask(PAGE_TURNS, turns[0]?.id)
      turns = [...page.lines.toReversed(), ...turns]
      more = page.more && page.lines.length > 0
      this.#lines = turns
      this.#tell({ lines: turns, waiting: more })
    }
  }

  async #newest(): Promise<void> {
    const next = withNewest(this.#lines, await this.ask(FIRST_PAGE_TURNS))
    if (!next) return this.#all()
    this.#lines = next
    this.#tell({ lines: next, waiting: false })
  }

  #tell(turns: Turns): void {
    if (!this.#stopped) this.show(turns)
  }
}
