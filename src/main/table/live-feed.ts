import type { LiveNews } from '../../shared/table/agents'
import type { Live } from '../../shared/table/turns'

/** Milliseconds between two drafts: at most twenty a second. */
const DRAFT_MS = 50

/** Passes on the progress of one turn. Growing texts and inputs are collected and sent in order, at most twenty times a second. */
export class LiveFeed {
  #waiting: LiveNews[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(
    private readonly turn: string,
    private readonly who: string,
    private readonly announce: (live: Live) => void
  ) {}

  /** Sends anything that isn't a draft at once, after everything that waited before it. */
  readonly tell = (news: LiveNews): void => {
    this.#gather(news)
    if (news.at === 'text' || news.at === 'thought' || news.at === 'draft') this.#timer ??= setTimeout(() => this.#flush(), DRAFT_MS)
    else this.#flush()
  }

  #gather(news: LiveNews): void {
    const last = this.#waiting.at(-1)
    if (last?.at === 'draft' && news.at === 'draft' && last.tool === news.tool) this.#waiting[this.#waiting.length - 1] = news
    else if ((last?.at === 'text' || last?.at === 'thought') && last.at === news.at) last.text += news.text
    else this.#waiting.push(news.at === 'text' || news.at === 'thought' ? { ...news } : news)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const pending = this.#waiting
    this.#waiting = []
    for (const news of pending) this.announce({ turn: this.turn, who: this.who, ...news })
  }
}
