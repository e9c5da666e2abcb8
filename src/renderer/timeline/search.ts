import { flushSync } from 'react-dom'
import { api } from '../client'
import { cursorIndex, goTo, showProblem, useSession } from '../session'
import { emptySearch, nextHit, withHits, type BeatSearch } from './search-hits'
import { useTimeline } from './state'

const get = useSession.getState
const { get: state, set } = useTimeline

const REST_MS = 140
let timer: ReturnType<typeof setTimeout> | undefined
let field: HTMLInputElement | null = null

/** Registers the search field while it is shown. */
export const onField = (shown: HTMLInputElement | null): void => void (field = shown)

/** Opens the search for beats, or focuses its field. */
export function openSearch(): void {
  // Rendered synchronously, so that the next key already goes to the field.
  flushSync(() => set({ finding: state().finding ?? emptySearch }))
  field?.select()
}

/** Ends the search and focuses the timeline, where keys move between the hits. */
export function closeSearch(): void {
  clearTimeout(timer)
  if (document.activeElement?.closest('.finding')) document.querySelector<HTMLElement>('.timeline-slider')?.focus()
  set({ finding: undefined })
}

/** Searches for another text or in another scope; the answer to an older search is dropped. */
export function searchFor(part: Pick<Partial<BeatSearch>, 'text' | 'scope'>): void {
  const before = state().finding
  if (!before) return
  const finding: BeatSearch = { ...emptySearch, text: before.text, scope: before.scope, ...part, waiting: true }
  set({ finding })
  clearTimeout(timer)
  timer = setTimeout(() => void look(finding), REST_MS)
}

const isAsked = ({ text, scope }: BeatSearch): boolean => state().finding?.text === text && state().finding?.scope === scope

async function look(search: BeatSearch): Promise<void> {
  const along = search.scope === 'line' ? get().line.at(-1)?.id : undefined
  try {
    let after: string | undefined
    do {
      const answer = await api.searchBeats.query({
        text: search.text,
        ...(along === undefined ? {} : { along }),
        ...(after === undefined ? {} : { after })
      })
      const now = state().finding
      if (!now || !isAsked(search)) return
      set({ finding: withHits(now, answer, get().beats) })
      after = answer.next
    } while (after !== undefined)
  } catch (error) {
    const now = state().finding
    if (now && isAsked(search)) set({ finding: { ...now, waiting: false } })
    showProblem(error)
  }
}

/** Moves to the next or the previous hit. */
export function goToHit(direction: 1 | -1): void {
  const { beats, line } = get()
  const { finding } = state()
  const hit = finding && nextHit(finding, beats, line[cursorIndex(get())], direction)
  if (!finding || !hit) return
  set({ finding: { ...finding, chosen: hit.id } })
  goTo(hit.id)
}
