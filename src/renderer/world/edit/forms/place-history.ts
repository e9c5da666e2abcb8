import type { Beat } from '../../../../shared/story/play'
import type { PlacePage } from '../../../../shared/contract/story-calls'

/** The beats at a place that have been read so far, newest first. */
export interface PlaceBeats {
  beats: readonly Beat[]
  /** The start of the next page; absent at the end. */
  before?: string | undefined
  /** The number of beats searched so far. */
  looked: number
  waiting: boolean
  problem?: string
}

/** The initial state. */
export const noPlaceBeats: PlaceBeats = { beats: [], looked: 0, waiting: true }

const PAGE_BEATS = 50

/** The newest page at another commit, merged with the known beats from the first common beat on. */
export function withPage(known: PlaceBeats, page: PlacePage): PlaceBeats {
  const last = page.beats.at(-1)?.id
  const at = last === undefined ? -1 : known.beats.findIndex(({ id }) => id === last)
  if (at < 0) return { beats: page.beats, looked: page.examined, before: page.before, waiting: false }
  return { beats: [...page.beats, ...known.beats.slice(at + 1)], looked: Math.max(known.looked, page.examined), before: known.before, waiting: false }
}

/** Reads the events of a place page by page, for the current snapshot; an outdated answer isn't shown. */
export class PlaceHistoryReader {
  #known = noPlaceBeats
  #turn = 0

  readonly #ask: (from: { at: string } | { before: string }) => Promise<PlacePage>
  readonly #show: (known: PlaceBeats) => void
  readonly #words: (error: unknown) => string

  /** `ask` fetches a page: the newest one, or the one that continues at `before`; `words` turns an error into a sentence. */
  constructor(
    ask: (from: { at: string } | { before: string }) => Promise<PlacePage>,
    show: (known: PlaceBeats) => void,
    words: (error: unknown) => string
  ) {
    this.#ask = ask
    this.#show = show
    this.#words = words
  }

  /** Reads for another commit. The known beats stay in view meanwhile. */
  async follow(at: string): Promise<void> {
    await this.#run(async (isMine) => {
      const page = await this.#ask({ at })
      if (isMine()) this.#known = withPage(this.#known, page)
    }, PAGE_BEATS)
  }

  async more(): Promise<void> {
    if (!this.#known.waiting && this.#known.before !== undefined) await this.#run(async () => undefined, this.#known.beats.length + PAGE_BEATS)
  }

  stop(): void {
    this.#turn++
  }

  async #run(first: (isMine: () => boolean) => Promise<void>, goal: number): Promise<void> {
    const turn = ++this.#turn
    const isMine = (): boolean => turn === this.#turn
    const { problem: _, ...known } = this.#known
    this.#tell({ ...known, waiting: true })
    try {
      await first(isMine)
      for (let before = this.#known.before; isMine() && before !== undefined && this.#known.beats.length < goal; before = this.#known.before) {
        this.#tell({ ...this.#known, waiting: true })
        const page = await this.#ask({ before })
        if (!isMine()) return
        this.#known = {
          ...this.#known,
          beats: [...this.#known.beats, ...page.beats],
          looked: this.#known.looked + page.examined,
          before: page.before
        }
      }
      if (isMine()) this.#tell({ ...this.#known, waiting: false })
    } catch (error) {
      if (isMine()) this.#tell({ ...this.#known, waiting: false, problem: this.#words(error) })
    }
  }

  #tell(known: PlaceBeats): void {
    this.#known = known
    this.#show(known)
  }
}
